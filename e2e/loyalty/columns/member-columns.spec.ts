import { DIRECTORY_BUILDING_MS, expect, directoryTest as test } from '../../fixtures.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { expectNoSidewaysScroll } from '../../support/overflow.ts';
import { signIn } from '../../support/sign-in.ts';
import { LAPTOP, PHONE } from '../../support/viewports.ts';

const MEMBERS = '/teams/1/members';

test('columns, row height and page size are remembered', async ({ page }) => {
  await signIn(page, MEMBERS);
  const openDisplay = page.getByRole('button', { name: 'Display', exact: true });
  const display = page.getByRole('dialog', { name: 'Display' });
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true });
  const rowHeight = async () => (await page.getByRole('row').nth(1).boundingBox())?.height ?? 0;
  // The members come from the directory: until it is complete, the menus are hidden again.
  const box = page.getByRole('row').getByRole('checkbox', { name: /^Select (?!all)/ });
  await expect(box.first()).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  await expect(header('Email')).toBeVisible();
  await expect(header('Tags')).toHaveCount(0);
  await openDisplay.click();
  await display.getByRole('checkbox', { name: 'Email', exact: true }).uncheck();
  await display.getByRole('checkbox', { name: 'Tags' }).check();
  await display.getByRole('radio', { name: 'Compact' }).check();
  await expect(header('Email')).toHaveCount(0);
  await expect(header('Tags')).toBeVisible();
  // Tags without room are counted and named.
  await expect(page.getByText(/^\+\d$/).first()).toHaveAttribute('title', /^\w/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByLabel('Rows per page').selectOption('50 per page');
  await expect(page.getByText(/^1–50 of/)).toBeVisible();

  await page.goto(MEMBERS);
  await expect(page.getByText(/^1–50 of/)).toBeVisible();
  await expect(header('Tags')).toBeVisible();
  await expect(header('Email')).toHaveCount(0);
  expect(await rowHeight()).toBeLessThan(35);
  await openDisplay.click();
  await display.getByRole('button', { name: 'Reset' }).click();
  await expect(header('Email')).toBeVisible();
  await expect.poll(rowHeight).toBeGreaterThan(38);
  await page.keyboard.press('Escape');
  await expectNoSidewaysScroll(page);
});

test('on a phone, columns are chosen for the cards', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signIn(page, MEMBERS);
  const openDisplay = page.getByRole('button', { name: 'Display', exact: true });
  const display = page.getByRole('dialog', { name: 'Display' });
  const card = page.getByRole('table', { name: 'Members' }).getByRole('row').nth(1);
  const height = async () => (await card.boundingBox())?.height ?? 0;
  await expect(openDisplay).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  const heightBefore = await height();
  await openDisplay.click();
  await expect(display.getByRole('checkbox', { name: 'Email', exact: true })).not.toBeChecked();
  await expect(display.getByRole('radio', { name: 'Compact' })).toHaveCount(0);
  await display.getByRole('checkbox', { name: 'Email', exact: true }).check();
  await display.getByRole('checkbox', { name: 'Enrolled' }).check();
  await display.getByRole('checkbox', { name: 'Tier', exact: true }).uncheck();
  await page.keyboard.press('Escape');
  await expect(card.getByText(/@/)).toBeVisible();
  await expect(card.getByText(/\w{3} \d+, \d{4}/)).toBeVisible();
  await expect(card.getByText(/Bronze|Silver|Gold|Platinum/)).toHaveCount(0);
  expect(await height()).toBeGreaterThan(heightBefore + 40);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('all four orders are in the header of a window of 1280 pixels', async ({ page }) => {
  await page.setViewportSize(LAPTOP);
  await signIn(page, MEMBERS);
  await expect(page.getByText(/^1–100 of/)).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  const header = (name: string) => page.getByRole('columnheader', { name });
  await expect(header('Name')).toHaveAttribute('aria-sort', 'ascending');
  // The largest figures are looked for first.
  for (const [name, ...orders] of [
    ['Points', 'descending', 'ascending'],
    ['Enrolled', 'ascending', 'descending'],
    ['Changed', 'ascending', 'descending'],
  ] as const) {
    for (const order of orders) {
      await header(name).getByRole('button').click();
      await expect(header(name)).toHaveAttribute('aria-sort', order);
    }
  }
  await header('Name').getByRole('button').click();
  await expect(header('Name')).toHaveAttribute('aria-sort', 'ascending');
  await expect(header('Changed')).toHaveAttribute('aria-sort', 'none');
  // The names are still readable.
  const name = page.getByRole('table').getByRole('link').first();
  await expect.poll(async () => (await name.boundingBox())?.width).toBeGreaterThan(110);
});

test('a column is resized by dragging the edge of its header, and no other column changes', async ({
  page,
}) => {
  await signIn(page, MEMBERS);
  await expect(page.getByText(/^1–100 of/)).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  const boxOf = async (name: string) => {
    const box = await page.getByRole('columnheader', { name, exact: true }).boundingBox();
    return box ?? { x: 0, y: 0, width: 0, height: 0 };
  };
  const [name, email] = [await boxOf('Name'), await boxOf('Email')];
  await page.mouse.move(email.x + email.width - 4, email.y + email.height / 2);
  await page.mouse.down();
  await page.mouse.move(email.x + email.width + 76, email.y + email.height / 2, { steps: 4 });
  await page.mouse.up();
  const widths = async () => [(await boxOf('Name')).width, (await boxOf('Email')).width];
  const resized = [name.width, email.width + 80].map((width) => expect.closeTo(width, -1));
  await expect.poll(widths).toEqual(resized);
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await page.reload();
  await expect(page.getByText(/^1–100 of/)).toBeVisible();
  await expect.poll(widths).toEqual(resized);
  await page.getByRole('button', { name: 'Display', exact: true }).click();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(async () => (await boxOf('Email')).width).toBeCloseTo(email.width, -1);
});
