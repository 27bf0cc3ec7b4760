import { DIRECTORY_BUILDING_MS, expect, directoryTest as test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { signIn } from '../support/sign-in.ts';

const MEMBERS = '/teams/1/members';

test('a member opened from the list shows what is not loaded yet, and what could not be loaded', async ({
  page,
}) => {
  await signIn(page, `${MEMBERS}?q=M-000004`);
  const link = page.getByRole('table', { name: 'Members' }).getByRole('link').first();
  await expect(link).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let isFailing = true;
  await page.route('**/loyalty/members/M-000004?*', async (route) => {
    await released;
    return isFailing ? route.fulfill({ status: 502 }) : route.continue();
  });
  await link.click();
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(section('Details')).toContainText('Internal ID');
  const wrong = page.getByText(/Not set|No points are due to expire|No custom attributes/);
  await expect(wrong).toHaveCount(0);
  await expect(page.getByText('Not loaded')).toHaveCount(0);
  await expectAccessible(page);

  release();
  await expect(page.getByText("Couldn't refresh this page")).toBeVisible({ timeout: 30_000 });
  for (const name of [
    'Expiring',
    'Can earn now',
    'Purchases and activity',
    'Custom attributes',
    'Referral',
  ]) {
    await expect(section(name)).toContainText('Not loaded');
  }
  await expect(section('Details')).toContainText('Other details are not loaded.');
  await expect(wrong).toHaveCount(0);
  await expectAccessible(page);

  isFailing = false;
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(section('Custom attributes').getByRole('term').first()).toBeVisible();
  await expect(page.getByText(/not loaded/i)).toHaveCount(0);
});

test('a search shows no members until the directory is complete', async ({ page }) => {
  await page.route('**/directory/members?*', (route) => {
    const directory = { state: 'building', progress: 0.427, as_of: null };
    return route.fulfill({
      json: { data: [], total: 0, next_cursor: null, more: false, directory },
    });
  });
  await signIn(page, `${MEMBERS}?q=rohan`);
  const wait = page.getByRole('heading', { name: 'Results follow in a moment' });
  await expect(wait).toBeVisible();
  await expect(page.getByText('42% of members are indexed.')).toBeVisible();
  await expect(page.getByText(/matching/)).toHaveCount(0);
  await expectAccessible(page);
  const search = page.getByRole('searchbox', { name: 'Search members' });
  await search.fill('');
  await expect(page.getByText(/^1–100 of/)).toBeVisible();
  await search.fill('rohan');
  await expect(wait).toBeVisible();
  await page.unrouteAll();
  const first = page.getByRole('table', { name: 'Members' }).getByRole('link').first();
  await expect(first).toContainText('Rohan', { timeout: DIRECTORY_BUILDING_MS });
});

test('until the directory is complete, the list can be read, and everything has its place', async ({
  page,
}) => {
  await page.route('**/directory/members?*', (route) => {
    const directory = { state: 'building', progress: 0.427, as_of: null };
    return route.fulfill({
      json: { data: [], total: 0, next_cursor: null, more: false, directory },
    });
  });
  await signIn(page, MEMBERS);
  await expect(page.getByText(/^1–100 of/)).toBeVisible();
  await expect(page.getByText(/follow in a moment: 42%$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expectAccessible(page);
  const rows = page.getByRole('table', { name: 'Members' }).getByRole('row');
  await rows.nth(1).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Add tags' }).hover();
  await expect(page.getByRole('tooltip')).toContainText('Follows in a moment');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(/^101–200 of/)).toBeVisible();

  const places = async () => [
    await rows.first().boundingBox(),
    await page.getByRole('button', { name: 'Export' }).last().boundingBox(),
  ];
  await page.getByRole('button', { name: 'Clear selection' }).click();
  const before = await places();
  await page.unrouteAll();
  await expect(page.getByText('People enrolled in this program.')).toBeVisible({
    timeout: DIRECTORY_BUILDING_MS,
  });
  expect(await places()).toEqual(before);
});

test('a filter menu that is open shows values once the directory is complete', async ({ page }) => {
  await page.route(/\/directory\/(members|facets)/, async (route) => {
    const response = await route.fetch();
    const directory = { state: 'building', progress: 0.427, as_of: null };
    await route.fulfill({ json: { ...(await response.json()), directory } });
  });
  await signIn(page, MEMBERS);
  await expect(page.getByText(/follow in a moment: 42%$/)).toBeVisible();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Find a filter or value').fill('gold');
  await expect(page.getByText('Search is being prepared.')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: /^Tier: Gold/ }).click();
  await expect(page.getByRole('button', { name: /^Tier Gold/ })).toBeVisible();
});
