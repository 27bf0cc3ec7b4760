import { expect, expectAccessible, test } from './fixtures.ts';
import { signIn, VIEWER } from './support/sign-in.ts';

const MEMBERS = '/teams/1/members';
const TOTAL = /of 4,\d{3}$/;

test('pages keep their place over reload and back', async ({ page }) => {
  await signIn(page, undefined, MEMBERS);
  await expect(page.getByText(/^1–100 of/)).toBeVisible();
  await expect(page).toHaveTitle(/^Members/);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(/^101–200 of/)).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(/^201–300 of/)).toHaveText(TOTAL);

  await page.reload();
  await expect(page.getByText(/^201–300 of/)).toHaveText(TOTAL);
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(page.getByText(/^101–200 of/)).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^201–300 of/)).toBeVisible();
});

test('a shared link shows the same page, and leads back to the first', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, undefined, MEMBERS);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(/^101–200 of/)).toBeVisible();
  const names = await page.getByRole('table').getByRole('link').allTextContents();

  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const other = await context.newPage();
  await signIn(other, VIEWER, page.url());
  await expect(other.getByText(/^101–200 of/)).toBeVisible();
  expect(await other.getByRole('table').getByRole('link').allTextContents()).toEqual(names);
  await other.getByRole('button', { name: 'Previous page' }).click();
  await expect(other.getByText(/^1–100 of/)).toBeVisible();
  await context.close();
});

test('filters narrow the list, stay over reload, and can be cleared', async ({ page }) => {
  await signIn(page, undefined, `${MEMBERS}?cursor=forged&from=101`);
  await page.getByRole('button', { name: 'Go to the first page' }).click();

  await page.getByRole('button', { name: 'Status Active' }).click();
  await page.getByRole('button', { name: 'Blocked' }).click();
  await expect(page.getByRole('row', { name: /Blocked/ }).first()).toBeVisible();
  await expect(page.getByRole('row', { name: /Active/ })).toHaveCount(0);

  await page.getByRole('button', { name: 'Tags' }).click();
  await page.getByRole('dialog', { name: 'Tags' }).getByLabel('Match').selectOption('none of');
  await page.getByRole('dialog', { name: 'Tags' }).getByRole('textbox').fill('vip');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('button', { name: 'Tags none of vip', exact: true })).toBeVisible();
  await expect(page.getByRole('table').getByText('vip', { exact: true })).toHaveCount(0);

  await page.reload();
  await expect(page.getByRole('button', { name: 'Tags none of vip', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Enrolled' }).click();
  const dates = page.getByRole('dialog', { name: 'Enrolled' });
  await dates.getByRole('button', { name: 'Apply' }).click();
  await expect(dates.getByLabel('Day', { exact: true })).toHaveAccessibleDescription(
    /Choose a day/,
  );
  await dates.getByLabel('Day', { exact: true }).fill('2999-01-01');
  await dates.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('heading', { name: 'No members match' })).toBeVisible();
  await expect(page.getByText(/^Status is .*Enrolled on or after Jan 1, 2999/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(page.getByText(/^1–100 of/)).toHaveText(TOTAL);
});

test('a member is opened, and its neighbours by J and K, over the edge of the page too', async ({
  page,
}) => {
  await signIn(page, undefined, MEMBERS);
  const links = page.getByRole('table').getByRole('link');
  await expect(links).toHaveCount(100);
  const names = await links.allTextContents();
  await links.nth(98).click();
  await expect(page.getByRole('heading', { level: 1, name: names[98] ?? '' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { level: 1, name: names[99] ?? '' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(names[99] ?? '');
  await expect(page).toHaveURL(/from=101/);
  await page.keyboard.press('k');
  await expect(page.getByRole('heading', { level: 1, name: names[99] ?? '' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^1–100 of/)).toBeVisible();
});

test('the page of a member has everything the program holds', async ({ page }) => {
  await signIn(page, undefined, `${MEMBERS}/M-000004`);
  for (const name of [
    'Points',
    'Expiring',
    'Tier',
    'Can earn now',
    'Details',
    'Tags',
    'Referral',
  ]) {
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
  }
  await page.getByRole('button', { name: 'As a table' }).click();
  await expect(page.getByRole('table', { name: 'Expiring points' })).toBeVisible();
  await page.getByText('Raw JSON').click();
  await expect(page.getByText('"member_id": "M-000004"')).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${MEMBERS}/nobody`);
  await expect(page.getByRole('heading', { name: 'No such member' })).toBeVisible();
});

test('a member is added, edited, blocked, reactivated and deleted', async ({ page }) => {
  await signIn(page, undefined, MEMBERS);
  await page.getByRole('link', { name: 'Add member' }).click();
  const panel = page.getByRole('dialog', { name: 'Add member' });
  await panel.getByLabel('Member ID').fill('M-000004');
  await panel.getByLabel('First name').fill('Ines');
  await panel.getByLabel('Email').fill('ines');
  await panel.getByLabel('Phone').fill('+49 30 5550100');
  await expect(panel.getByLabel('Email')).toHaveAccessibleDescription(/Must be an e-mail address/);
  await panel.getByLabel('Email').fill('ines@example.test');
  await panel.getByLabel('Tags').fill('vip, founder');
  await panel.getByRole('button', { name: 'Add attribute' }).click();
  await panel.getByLabel('Name', { exact: true }).fill('shoe_size');
  await panel.getByLabel('Type').selectOption('Number');
  await panel.getByLabel('Value').fill('39');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Add member' }).click();
  await expect(panel.getByLabel('Member ID')).toHaveAccessibleDescription(/another member/);
  await panel.getByLabel('Member ID').fill('E2E-1');
  await panel.getByRole('button', { name: 'Add member' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ines' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Custom attributes' })).toContainText(
    'shoe_size39',
  );

  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Last name').fill('Aalto');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await sent).postDataJSON()).toEqual({ last_name: 'Aalto' });
  await expect(page.getByRole('heading', { level: 1, name: 'Ines Aalto' })).toBeVisible();

  const act = async (item: string, button: string) => {
    await page.getByRole('button', { name: 'Actions for Ines Aalto' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: button }).click();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  };
  await act('Block', 'Block member');
  await expect(page.getByText('Only active members can earn points.')).toBeVisible();
  await act('Reactivate', 'Reactivate member');
  await expect(page.getByRole('link', { name: 'Make a purchase' })).toBeVisible();
  await act('Delete', 'Delete member');
  await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible();
});

test('tags that somebody else put on meanwhile are kept', async ({ page, context }) => {
  await signIn(page, undefined, `${MEMBERS}/M-000007/edit`);
  const tags = page.getByRole('textbox', { name: 'Tags' });
  await tags.fill(`${await tags.inputValue()}, mine`);

  const other = await context.newPage();
  await other.goto(`${MEMBERS}/M-000007/edit`);
  const theirs = other.getByRole('textbox', { name: 'Tags' });
  await theirs.fill(`${await theirs.inputValue()}, theirs`);
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('region', { name: 'Tags' })).toContainText('theirs');

  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Tags' })).toContainText('theirsmine');
});

test('who only reads is told why adding is off', async ({ page }) => {
  await signIn(page, VIEWER, MEMBERS);
  const add = page.getByRole('button', { name: 'Add member' });
  await expect(add).toHaveAttribute('aria-disabled', 'true');
  await expect(add).toHaveAccessibleDescription(/teams:write/);
});

test('the list is accessible, as a table and as the cards of a phone', async ({ page }) => {
  // A short list, because axe looks at every cell.
  await signIn(page, undefined, `${MEMBERS}?status=blocked&tags=any:vip`);
  await expect(page.getByRole('row', { name: /Blocked/ }).first()).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
});

test('on a phone nothing scrolls sideways', async ({ page }) => {
  await signIn(page, undefined, MEMBERS);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [MEMBERS, `${MEMBERS}/M-000004`]) {
    await page.goto(path);
    await expect(page.getByText('M-000004').first()).toBeVisible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  }
});

test('a service that is away is told, and tried again', async ({ page, patron }) => {
  await signIn(page, undefined, MEMBERS);
  await expect(page.getByText(/^1–100 of/)).toBeVisible();
  await patron.kill();
  await page.getByRole('button', { name: 'Status Active' }).click();
  await page.getByRole('button', { name: 'Opted out' }).click();
  await expect(page.getByRole('alert')).toContainText("The members can't be shown");
  await patron.restart();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('row', { name: /Opted out/ }).first()).toBeVisible();
});
