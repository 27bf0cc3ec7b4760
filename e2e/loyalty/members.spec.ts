import { expect, test } from '../fixtures.ts';
import { expectAccessible, expectAccessibleAndResponsive } from '../support/accessibility.ts';
import { openFilter } from '../support/filters.ts';
import { pressByTab } from '../support/keyboard.ts';
import { createMember } from '../support/loyalty.ts';
import { expectNoSidewaysScroll } from '../support/overflow.ts';
import { signIn, VIEWER } from '../support/sign-in.ts';

const MEMBERS = '/teams/1/members';
const TOTAL = /of 4,\d{3}$/;

test('the page is kept on reload and Back', async ({ page }) => {
  await signIn(page, MEMBERS);
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

for (const width of [1280, 1440, 1640]) {
  test(`no name is cut in the program's own list at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, MEMBERS);
    const names = page.getByRole('table').getByRole('link');
    await expect(names).toHaveCount(100);
    const cut = names.evaluateAll((links) =>
      links.filter((link) => link.scrollWidth > link.clientWidth).map((link) => link.textContent),
    );
    expect(await cut).toEqual([]);
  });
}

test('a shared link opens the same page, with a way back to the first', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, MEMBERS);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(/^101–200 of/)).toBeVisible();
  const names = page.getByRole('table').getByRole('link');
  await expect(names).toHaveCount(100);

  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const other = await context.newPage();
  await signIn(other, page.url(), { as: VIEWER });
  await expect(other.getByText(/^101–200 of/)).toBeVisible();
  await expect(other.getByRole('table').getByRole('link')).toHaveText(
    await names.allTextContents(),
  );
  await other.getByRole('button', { name: 'First page' }).click();
  await expect(other.getByText(/^1–100 of/)).toBeVisible();
  await context.close();
});

test('filters narrow the list, survive a reload, and can be cleared', async ({ page }) => {
  await signIn(page, `${MEMBERS}?cursor=forged&from=101`);
  await page.getByRole('button', { name: 'Go to first page' }).click();

  await page.getByRole('button', { name: 'Status Active' }).click();
  await page.getByRole('button', { name: 'Blocked' }).click();
  await expect(page.getByRole('row', { name: /Blocked/ }).first()).toBeVisible();
  await expect(page.getByRole('row', { name: /Active/ })).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText(/Members\d+ matching/);

  const tags = await openFilter(page, 'Tags');
  const input = tags.getByRole('textbox');
  await expect(input).toBeFocused();
  await tags.getByLabel('Match').selectOption('none of');
  await input.fill('vip');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('button', { name: 'Tags vip', exact: true })).toBeVisible();
  await expect(page.getByRole('table').getByText('vip', { exact: true })).toHaveCount(0);

  await page.reload();
  await expect(page.getByRole('button', { name: 'Tags vip', exact: true })).toBeVisible();

  const dates = await openFilter(page, 'Enrolled');
  await dates.getByRole('button', { name: 'Apply' }).click();
  const day = dates.getByLabel('Day', { exact: true });
  await expect(day).toHaveAccessibleDescription(/Choose a day/);
  await expect(day).toBeFocused();
  await day.fill('2999-01-01');
  await dates.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('heading', { name: 'No members match' })).toBeVisible();
  await expect(page.getByText(/^Status is .*Enrolled on or after Jan 1, 2999/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(page.getByText(/^1–100 of/)).toHaveText(TOTAL);
});

test('focus stays on the page when a filter, a message or a row disappears', async ({
  page,
  request,
  patron,
}) => {
  await createMember(request, patron.url, {
    member_id: 'E2E-LEAVES',
    member_tags: ['leaving'],
  });
  const heading = page.getByRole('heading', { level: 1, name: 'Members' });
  await signIn(page, `${MEMBERS}?tag=nowhere`);
  await pressByTab(page, page.getByRole('button', { name: 'Remove the Tags filter' }));
  const filter = page.getByRole('button', { name: 'Filter', exact: true });
  await expect(filter).toBeFocused();
  await page.goBack();
  await pressByTab(page, page.getByRole('button', { name: 'Clear filters' }).first());
  await expect(filter).toBeFocused();
  await page.goBack();
  await pressByTab(page, page.getByRole('button', { name: 'Clear filters' }).last());
  await expect(heading).toBeFocused();

  await page.goto(`${MEMBERS}?tag=leaving`);
  await pressByTab(page, page.getByRole('button', { name: 'Actions for E2E-LEAVES' }));
  await page.keyboard.type('b');
  await page.keyboard.press('Enter');
  await pressByTab(page, page.getByRole('button', { name: 'Block member' }));
  await expect(page.getByRole('heading', { name: 'No members match' })).toBeVisible();
  await expect(heading).toBeFocused();
});

test('a page of a thousand rows renders only visible ones and keeps the scroll position', async ({
  page,
}) => {
  await signIn(page, `${MEMBERS}?status=nonsense&tags=odd&enrolled=eq:2026-13-01&count=7`);
  await expect(page.getByText(/^1–100 of/)).toHaveText(TOTAL);
  await expect(page.getByRole('button', { name: 'Status Active' })).toBeVisible();
  await expect(
    page.getByRole('region', { name: /^Part of this link couldn't be read/ }),
  ).toBeVisible();
  await page.getByLabel('Rows per page').selectOption('1000 per page');
  await expect(page.getByText(/^1–1,000 of/)).toHaveText(TOTAL);
  const table = page.getByRole('table', { name: 'Members' });
  const rows = table.getByRole('row');
  await expect(table).toHaveAttribute('aria-rowcount', '1001');
  // Wait for the code that renders them and the full page height.
  await expect(page.locator('tr[aria-rowindex="2"]')).toBeVisible();
  expect(await rows.count()).toBeLessThan(80);
  const height = async () => (await rows.nth(2).boundingBox())?.height ?? 0;
  expect(await height()).toBeLessThan(35);

  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const last = page.locator('tr[aria-rowindex="1001"]');
  await expect(last).toBeVisible();
  await last.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 2, name: 'Points', exact: true })).toBeVisible();
  await page.goBack();
  await expect(last).toBeInViewport();

  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(/^1,001–2,000 of/)).toBeVisible();
  await expect(page.locator('tr[aria-rowindex="2"]')).toBeInViewport();
});

test('the date filter has every operator, ranges and recent days', async ({ page }) => {
  await signIn(page, MEMBERS);
  const range = page.getByText(/^1–\d+ of /);
  const readTotal = async () => Number((await range.textContent())?.replace(/.* of |\D/g, ''));
  const all = await readTotal();
  const totals = new Map<string, number>();
  const days: [operator: string, day: string, parameters: RegExp][] = [
    ['on', '2025-01-31', /enrolled_from=2025-01-31&enrolled_to=2025-01-31$/],
    ['on or after', '2025-01-31', /members\?enrolled_from=2025-01-31$/],
    ['on or before', '2025-01-31', /members\?enrolled_to=2025-01-31$/],
    ['on or before', '2025-01-30', /members\?enrolled_to=2025-01-30$/],
  ];
  for (const [operator, day, parameters] of days) {
    const chip = page.getByRole('button', { name: /^Enrolled on/ });
    if ((await chip.count()) === 0) await openFilter(page, 'Enrolled');
    else await chip.click();
    const form = page.getByRole('dialog', { name: 'Enrolled' });
    await form.getByRole('combobox').selectOption(operator);
    await form.getByLabel('Day', { exact: true }).fill(day);
    await form.getByRole('button', { name: 'Apply' }).click();
    await expect(chip).toHaveText(`Enrolled ${operator} Jan ${day.slice(-2)}, 2025`);
    await expect(page).toHaveURL(parameters);
    await expect(page.getByRole('table')).not.toHaveAttribute('aria-busy');
    totals.set(`${operator} ${day}`, await readTotal());
  }
  const sum = (...names: string[]) => names.reduce((n, name) => n + (totals.get(name) ?? 0), 0);
  expect(sum('on or before 2025-01-30', 'on or after 2025-01-31')).toBe(all);
  expect(sum('on or before 2025-01-30', 'on 2025-01-31')).toBe(
    totals.get('on or before 2025-01-31'),
  );
  const form = await openFilter(page, 'Changed');
  await form.getByRole('combobox').selectOption('between');
  await form.getByLabel('First day').fill('2026-03-01');
  await form.getByLabel('Last day').fill('2026-02-01');
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(form.getByLabel('Last day')).toHaveAccessibleDescription(/on or after the first/);
  await form.getByLabel('Last day').fill('2026-03-31');
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/changed_from=2026-03-01&changed_to=2026-03-31/);
  await page.getByRole('button', { name: 'Remove the Enrolled filter' }).click();
  await expect(page).not.toHaveURL(/enrolled/);
  const chip = page.getByRole('button', { name: /^Changed between/ });
  await chip.click();
  await form.getByRole('combobox').selectOption('in the last');
  await expect(form.getByRole('combobox')).toBeFocused();
  await form.getByLabel('Days').fill('0');
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(form.getByLabel('Days')).toBeFocused();
  await expect(form.getByLabel('Days')).toHaveAccessibleDescription(/from 1 to 3,650/);
  await form.getByLabel('Days').fill('90');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/changed_last=90/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Changed in the last 90 days' })).toBeVisible();
  await expect(range).toBeVisible();
});

test('the list is accessible as a table and as cards, and a click in a row opens it', async ({
  page,
}) => {
  // A short list, because axe checks every cell.
  await signIn(page, `${MEMBERS}?status=blocked&tag=vip`);
  const row = page.getByRole('row', { name: /Blocked/ }).first();
  await expect(row).toBeVisible();
  await expectAccessibleAndResponsive(page);
  // Only with a directory.
  for (const control of [
    page.getByRole('checkbox'),
    page.getByRole('button', { name: 'Views' }),
    page.getByRole('button', { name: 'Display' }),
  ]) {
    await expect(control).toHaveCount(0);
  }

  const name = (await row.getByRole('link').textContent()) ?? '';
  await row.getByRole('cell').nth(2).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('pages of members never scroll sideways', async ({ page }) => {
  await signIn(page, MEMBERS);
  for (const path of [MEMBERS, `${MEMBERS}/M-000004`, `${MEMBERS}/M-000004/edit`]) {
    await page.goto(path);
    await expect(page.getByText('M-000004').first()).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
});
