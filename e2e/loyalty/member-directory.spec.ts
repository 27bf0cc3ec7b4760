import { DIRECTORY_BUILDING_MS, expect, directoryTest as test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { openFilter } from '../support/filters.ts';
import { openPalette } from '../support/keyboard.ts';
import { expectNoSidewaysScroll } from '../support/overflow.ts';
import { signIn } from '../support/sign-in.ts';

const MEMBERS = '/teams/1/members';
const ALL = /^1–100 of (4,99|5,0\d)\d$/;

test('members of every status are found by name, email and with typos', async ({ page }) => {
  await signIn(page, MEMBERS);
  await expect(page.getByText(ALL)).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  const search = page.getByRole('searchbox', { name: 'Search members' });
  const table = page.getByRole('table', { name: 'Members' });

  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('deshpnde rohan');
  const first = table.getByRole('link').first();
  await expect(first).toHaveText(/^Rohan Deshpande/);
  await expect(first.locator('mark')).toHaveText(['Rohan', 'Deshpande']);
  await expect(page).toHaveURL(/q=deshpnde/);
  await expectAccessible(page);

  await search.fill('vikram.bhatt35@example.test');
  await expect(table.getByRole('row').nth(1)).toContainText('M-000035');
  await table.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Vikram Bhatt/);
  await page.goBack();
  await expect(search).toHaveValue('vikram.bhatt35@example.test');

  await search.fill('nobody of this name');
  await expect(page.getByText('Search: “nobody of this name”')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(search).toHaveValue('');
  await expect(page.getByText(ALL)).toBeVisible();
});

test('similar members are apart, and an action takes them only if they are shown', async ({
  page,
}) => {
  await signIn(page, `${MEMBERS}?q=linh`);
  const show = page.getByRole('button', { name: 'Show similar' });
  await expect(show).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  const all = page.getByRole('checkbox', { name: 'Select all on this page' });
  const line = await page.getByText(/^\d+ (or more )?similar/).textContent();
  expect(line).toMatch(/^\d/);
  await all.check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Delete \d+ members?$/ })).toBeVisible();
  await expect(page.getByText(/only similar/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Clear selection' }).click();

  await show.click();
  await expect(page).toHaveURL(/similar=include/);
  await expect(page.getByRole('button', { name: 'Hide similar' })).toBeVisible();
  await expect(page.getByText('Similar to your search')).toBeVisible();
  await expectAccessible(page);
  await all.check();
  await page.getByRole('button', { name: 'Add tags' }).click();
  await expect(
    page.getByText(/^\d+ match your search\. \d+ are only similar to it\.$/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  // No member matches: the similar ones are named as such.
  await page.getByRole('searchbox', { name: 'Search members' }).fill('deshpnde');
  await expect(page).toHaveURL(/q=deshpnde/);
  await expect(page.getByRole('row', { name: /Deshpande/ }).first()).toBeVisible();
  await expect(page.getByText('Similar to your search')).toBeVisible();
  await expect(page).not.toHaveURL(/similar=include/);
  await all.check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(
    page.getByText(/^None of them match your search: all \d+ are only similar to it\.$/),
  ).toBeVisible();
});

test('the row that replaces the one with the focus has the focus', async ({ page }) => {
  await signIn(page, MEMBERS);
  await expect(page.getByText(ALL)).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  const search = page.getByRole('searchbox', { name: 'Search members' });
  await search.fill('vikram.bhatt35@example.test');
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
  await search.press('Escape');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText(ALL)).toBeVisible();
  await expect(page.getByRole('row').nth(1).getByRole('link')).toBeFocused();
});

test('members are sorted by header and filtered by status, tier and points', async ({ page }) => {
  await signIn(page, MEMBERS);
  await expect(page.getByText(ALL)).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  const points = page.getByRole('columnheader', { name: 'Points' });
  await points.getByRole('button').click();
  await expect(points).toHaveAttribute('aria-sort', 'descending');
  await points.getByRole('button').click();
  await expect(points).toHaveAttribute('aria-sort', 'ascending');
  await points.getByRole('button').click();
  const figures = page.getByRole('row').locator('td:nth-child(6)');
  await expect(async () => {
    const values = (await figures.allTextContents()).map((text) => Number(text.replace(/\D/g, '')));
    expect(values).toHaveLength(100);
    expect(values).toEqual([...values].sort((a, b) => b - a));
  }).toPass();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(/^101–200 of/)).toBeVisible();

  await (await openFilter(page, 'Status')).getByRole('button', { name: 'Blocked' }).click();
  await openFilter(page, 'Tier');
  await page.getByRole('checkbox', { name: /^Bronze \(/ }).check();
  await page.getByRole('checkbox', { name: /^Silver \(/ }).check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/tier=\w+%2C\w+/);
  await page.getByRole('button', { name: 'Tier Bronze, Silver' }).click();
  await page.getByRole('checkbox', { name: /^Silver \(/ }).uncheck();
  await page.getByRole('button', { name: 'Apply' }).click();
  await openFilter(page, 'Points');
  const atLeast = page.getByRole('textbox', { name: 'At least' });
  await atLeast.fill('many');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(atLeast).toHaveAccessibleDescription(/Enter a whole number/);
  await expect(atLeast).toBeFocused();
  await atLeast.fill('100');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/points_min=100&status=blocked&tier=\w+&sort=-points/);
  for (const text of ['Blocked', 'Bronze']) {
    await expect(page.getByRole('row').nth(1)).toContainText(text);
  }

  // The tier has its name even if no row knows it.
  const search = page.getByRole('searchbox', { name: 'Search members' });
  await search.fill('nobody of this name');
  await expect(page.getByText('Search: “nobody of this name”')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Tier is Bronze')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tier Bronze' })).toBeVisible();
  await page.goBack();

  // Filters by date and by missing tags add to the others, for members of every status.
  await openFilter(page, 'Changed');
  await page.getByLabel('Day').fill('2020-01-01');
  await page.getByRole('combobox', { name: 'Changed' }).selectOption({ label: 'on or after' });
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/changed_from=2020-01-01&points_min=100/);
  await expect(page.getByRole('row').nth(1)).toContainText('Bronze');
  const countMembers = async (filter: string) => {
    await page.goto(`${MEMBERS}?${filter}`);
    const shown = await page.getByText(/^1–\d+ of/).textContent();
    return Number(shown?.split('of').at(-1)?.replace(/\D/g, ''));
  };
  const withTag = await countMembers('tag_all=vip');
  expect(withTag).toBeGreaterThan(0);
  expect(withTag + (await countMembers('tag_none=vip'))).toBe(await countMembers('sort=name'));
});

test('a form offers the tiers and tags of all members, not only of those that are loaded', async ({
  page,
}) => {
  await signIn(page, MEMBERS);
  await expect(page.getByText(ALL)).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  await page.route('**/directory/facets', async (route) => {
    const response = await route.fetch();
    const { data, directory } = await response.json();
    data.tiers.push({ value: 'rare-tier', name: 'Rare tier', count: 1, points: 0 });
    data.tags.push({ value: 'rare-tag', count: 1 });
    await route.fulfill({ json: { data, directory } });
  });
  await page.goto(`${MEMBERS}/M-000042/edit`);
  const panel = page.getByRole('dialog');
  await panel.getByRole('combobox', { name: 'Tier' }).selectOption('Rare tier');
  await panel.getByLabel('Tags').fill('rare');
  await expect(panel.getByRole('button', { name: 'rare-tag', exact: true })).toBeVisible();
});

test('a search keeps the order that was chosen', async ({ page }) => {
  await signIn(page, `${MEMBERS}?sort=-points`);
  await expect(page.getByText(ALL)).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  const search = page.getByRole('searchbox', { name: 'Search members' });
  await search.fill('rohan');
  await expect(page).toHaveURL(/\?q=rohan&sort=-points$/);
  await expect(page.getByRole('columnheader', { name: 'Points' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await search.fill('');
  await expect(page).toHaveURL(/\?sort=-points$/);
});

test('J and K step through a search, also on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, `${MEMBERS}?q=rohan&sort=-name`);
  await expect(page.getByText(/^1–\d+ of/)).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  await expectNoSidewaysScroll(page);
  const names = await page.getByRole('table').getByRole('link').allTextContents();
  await page.getByRole('table').getByRole('link').first().click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText(names[0] ?? '');
  await page.keyboard.press('j');
  await expect(heading).toContainText(names[1] ?? '');
});

test('the overview shows tiers, tags and points, and each leads to its members', async ({
  page,
}) => {
  await signIn(page, MEMBERS);
  await expect(page.getByText(ALL)).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  await page.goto('/teams/1/overview');
  const tiers = page.getByRole('table', { name: 'Members by tier' });
  await expect(tiers.getByRole('row')).toHaveCount(5);
  const figures = page.locator('dl').first();
  await expect(figures).toContainText(/Available points\s*[\d,]{6,}\s*median \d/);
  await expect(figures).toContainText(/(\d+ (more|fewer) than|same as) \w{3} 1/);
  const points = page.getByRole('region', { name: 'Points', exact: true });
  await expect(points.getByRole('row', { name: /^Earned [\d,]+ [\d,]+/ })).toBeVisible();
  await expect(points.getByRole('img')).toHaveAccessibleName(
    /^Points by month, from \w{3} \d{4}: /,
  );
  await expect(page.getByText(/^[\d,]+ other active members$/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const tag = page.getByRole('table', { name: 'Tags in use' }).getByRole('row').first();
  const tagged = (await tag.getByRole('cell').textContent()) ?? '';
  await tag.getByRole('link').click();
  await expect(page.getByText(new RegExp(` of ${tagged}$`))).toBeVisible();
  await page.goBack();
  const month = page.getByRole('link', { name: /^\w{3} \d{4}: \d+, a year before \d+$/ }).last();
  const [, enrolled] = /: (\d+)/.exec((await month.getAttribute('aria-label')) ?? '') ?? [];
  await month.click();
  await expect(page.getByText(new RegExp(` of ${enrolled}$`))).toBeVisible();
});

test('a member links to their referrer, whose page lists them', async ({ page }) => {
  await signIn(page, MEMBERS);
  await expect(page.getByText(ALL)).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  await page.getByRole('button', { name: 'Add member' }).click();
  const panel = page.getByRole('dialog', { name: 'Add member' });
  await panel.getByLabel('Member ID').fill('REFERRED-1');
  await panel.getByLabel('First name').fill('Refa');
  await panel.getByLabel("Referrer's code").fill('DEMO00004');
  await panel.getByRole('button', { name: 'Add member' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Refa' })).toBeVisible();
  const referral = page.getByRole('region', { name: 'Referral' });
  await referral.getByRole('link').last().click();
  const referred = referral.getByRole('list', { name: 'Referred members' });
  await expect(referred.getByRole('link').first()).toHaveText('Refa');
});

test('the palette finds members and blocks them after a confirmation', async ({ page }) => {
  await signIn(page, MEMBERS);
  await expect(page.getByText(ALL)).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  const searches: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    // A member's page asks for the members that they referred.
    const q = searchParams.get('q');
    if (pathname.endsWith('/directory/members') && q !== null) searches.push(q);
  });
  const text = await openPalette(page);
  const results = page.getByRole('listbox', { name: 'Results' });
  await expect(results.getByRole('option').first()).toBeVisible();
  expect(searches).toEqual([]);
  // Enter waits for the search.
  await text.fill('vikram.bhatt35@example.test');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Vikram Bhatt/);
  expect(searches).toEqual(['vikram.bhatt35@example.test']);

  await openPalette(page);
  await text.fill('block M-000035');
  const block = results.getByRole('option', { name: /^Block Vikram Bhatt/ });
  await expect(block).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Block Vikram Bhatt?' });
  await dialog.getByRole('button', { name: 'Block member' }).click();
  await expect(page.getByText('Vikram Bhatt is blocked')).toBeVisible();
  await openPalette(page);
  await text.fill('M-000035');
  await expect(results.getByRole('option', { name: /^Reactivate Vikram Bhatt/ })).toBeVisible();
  await expect(results.getByRole('option').first()).toHaveAccessibleName(/^Vikram Bhatt/);

  await openPalette(page);
  await text.fill('adjust points of M-000036');
  await expect(results.getByRole('option').first()).toHaveAccessibleName(/^Adjust points of /);
  await page.keyboard.press('Enter');
  const adjustment = page.getByRole('dialog', { name: /^Adjust .*'s points$/ });
  await expect(adjustment).toBeVisible();
  await expect(page).toHaveURL(/M-000036$/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Adjust points' })).toBeVisible();
  await expect(adjustment).toHaveCount(0);

  await openPalette(page);
  await text.fill('tag M-000036');
  await expect(results.getByRole('option').first()).toHaveAccessibleName(/^Tag /);
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: /^Edit / });
  await expect(form.getByLabel('Tags', { exact: true })).toBeFocused();
  await page.keyboard.type('palette-tag');
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Tags' })).toContainText('palette-tag');

  // The page of a deleted member doesn't stay as if nothing had happened.
  await page.goto(`${MEMBERS}/M-000777`);
  await expect(page.getByRole('region', { name: 'Tier', exact: true })).toBeVisible();
  await openPalette(page);
  await text.fill('delete M-000777');
  await expect(results.getByRole('option', { name: /^Delete .+ M-000777/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete member' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Member not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Search members' }).click();
  const search = page.getByRole('searchbox', { name: 'Search members' });
  await expect(search).toHaveValue('M-000777');
});

test('the form of a new member says who has the same email address', async ({ page }) => {
  await signIn(page, `${MEMBERS}/new`);
  const panel = page.getByRole('dialog', { name: 'Add member' });
  const email = panel.getByLabel('Email', { exact: true });
  await email.fill('Vikram.Bhatt35@example.test');
  await expect(email).toHaveAccessibleDescription(/^Vikram Bhatt has this email address, too\./, {
    timeout: DIRECTORY_BUILDING_MS,
  });
  const known = panel.getByRole('link', { name: 'Open this member' });
  await expect(known).toHaveAttribute('href', /M-000035/);
  await email.fill('vikram.bhatt3500@example.test');
  await expect(known).toHaveCount(0);
});
