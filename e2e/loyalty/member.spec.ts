import { expect, IS_FULL_RUN, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { pressByTab } from '../support/keyboard.ts';
import { createMember, updateMember } from '../support/loyalty.ts';
import { signIn, VIEWER } from '../support/sign-in.ts';
import { PHONE } from '../support/viewports.ts';
import { earn } from '../support/webhooks.ts';

const MEMBERS = '/teams/1/members';
/** A change from elsewhere is on the page by then. */
const CURRENT_MS = 15_000;

test('the page shows everything the program has about a member', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, `${MEMBERS}/M-000004`, { as: VIEWER });
  for (const name of [
    'Points',
    'Expiring',
    'Tier',
    'Can earn now',
    'Purchases and activity',
    'Details',
    'Tags',
    'Custom attributes',
    'Referral',
  ]) {
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
  }
  await expect(page.getByRole('region', { name: 'Tier', exact: true })).toContainText(
    /[\d,]+ points? to \w+\s*Period from .* · \d+ days? left of this period/,
  );
  await expect(page.getByRole('region', { name: 'Purchases and activity' })).toContainText(
    "doesn't report a currency",
  );
  const points = page.getByRole('region', { name: 'Points', exact: true });
  for (const term of [
    'Available',
    'Pending',
    'Lifetime earned',
    'Redeemed',
    'Expired',
    'Deducted',
  ]) {
    await expect(points.getByRole('term').filter({ hasText: term })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Expiring points' })).toBeVisible();
  const earning = page.getByRole('region', { name: 'Can earn now' });
  await expect(earning).toContainText(/\d+ of 37 active activities\./);
  await earning.getByRole('button', { name: 'Show all' }).click();
  await expect(earning.getByRole('button', { name: 'Show fewer' })).toBeVisible();
  const photo = earning.getByRole('listitem').filter({ hasText: 'Add a photo to a review' });
  // What can't be earned doesn't come first.
  await expect(earning.getByRole('listitem').first()).toContainText('Bonus');
  await expect(photo).toContainText(/About 120 points\s*Bonus/);
  await photo.getByRole('button', { name: 'Rules of Add a photo to a review' }).click();
  await expect(photo).toContainText(
    'Applies:Multiplies the points by 2 when the tier is “Gold”.the tier is “Gold” (now: “Gold”)',
  );
  await earning.getByRole('button', { name: 'Show unavailable activities' }).click();
  const others = earning.getByRole('list', { name: "Can't earn now" });
  await expect(others.getByRole('listitem').filter({ hasText: 'Try a new feature' })).toContainText(
    'Inactive',
  );
  await page.getByText('Raw JSON').click();
  await expect(page.getByText('"member_id": "M-000004"')).toBeVisible();
  await page.getByRole('button', { name: 'Copy JSON' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(JSON.parse(copied)).toMatchObject({ member_id: 'M-000004' });
  await expectAccessible(page);
  // The audit log is for administrators.
  await expect(page.getByRole('region', { name: 'Changes', exact: true })).toHaveCount(0);

  await page.goto(`${MEMBERS}/nobody`);
  await expect(page.getByRole('heading', { name: 'Member not found' })).toBeVisible();
});

test('the page follows its events, and the points history explains the balance', async ({
  page,
  request,
  patron,
}) => {
  await createMember(request, patron.url, { member_id: 'POINTS-1', first_name: 'Edda' });
  await signIn(page, `${MEMBERS}/POINTS-1`);
  const history = page.getByRole('region', { name: 'Points history' });
  await expect(history).toContainText('No points so far.');
  // Received by the event stream: nobody reloads the page.
  await expect(async () => {
    await earn(request, patron.url, 'POINTS-1', 1500);
    await expect(page.getByRole('region', { name: 'Tier', exact: true })).toContainText('Silver', {
      timeout: 3000,
    });
  }).toPass();
  await expect(page.getByRole('region', { name: 'Latest events' })).toContainText('to Silver');
  const table = page.getByRole('table', { name: 'Points history' });
  await expect(table.getByRole('row').nth(1)).toContainText('Earned: Make a purchase');

  await page.getByRole('button', { name: 'Adjust points' }).click();
  const dialog = page.getByRole('dialog', { name: /^Adjust Edda.*'s points$/ });
  await dialog.getByRole('button', { name: 'Adjust points' }).click();
  await expect(dialog.getByLabel('Points')).toBeFocused();
  await dialog.getByLabel('Points').fill('-99,999,999');
  await dialog.getByRole('button', { name: 'Adjust points' }).click();
  await expect(dialog.getByLabel('Points')).toHaveAccessibleDescription(/Only .* are available/);
  await dialog.getByLabel('Points').fill('-250');
  await expect(dialog.getByLabel('Points')).toHaveAccessibleDescription(
    /^−250 points\. New balance: [\d,]+ points/,
  );
  await dialog.getByRole('button', { name: 'Adjust points' }).click();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('Returned shoes');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Adjust points' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(table.getByRole('row').nth(1)).toContainText(
    'Adjusted by Ada Marsh: Returned shoes−250',
  );
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(table.getByRole('row').nth(1)).toContainText(
    /Adjusted by Ada Marsh: Undo: Returned shoesValid until .*\+250/,
  );
  await page.getByRole('link', { name: 'Audit log', exact: true }).click();
  await page.getByRole('link', { name: / adjusted the points of .*: −250/ }).click();
  await expect(page.getByRole('cell', { name: '−250', exact: true })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Returned shoes', exact: true })).toBeVisible();
});

test('the page follows changes from elsewhere, and keeps what is being typed', async ({
  page,
  request,
  patron,
}) => {
  await createMember(request, patron.url, { member_id: 'FOLLOW-1', first_name: 'Edda' });
  await signIn(page, `${MEMBERS}/FOLLOW-1`);
  await expect(page.getByText(/^as of \d+:\d\d/)).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('dialog', { name: /^Edit Edda/ });
  await form.getByLabel('Last name').fill('Marsh');
  await updateMember(request, patron.url, 'FOLLOW-1', { first_name: 'Ella', member_tags: ['new'] });
  const edited = page.getByRole('dialog', { name: /^Edit Ella/ });
  await expect(edited).toBeVisible({ timeout: CURRENT_MS });
  await expect(edited.getByLabel('Last name')).toHaveValue('Marsh');
  await expect(edited.getByLabel('First name')).toHaveValue('Edda');
  await edited.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ella Marsh');

  await page.getByRole('button', { name: 'Adjust points' }).click();
  const dialog = page.getByRole('dialog', { name: "Adjust Ella Marsh's points" });
  await dialog.getByLabel('Reason').fill('Late parcel');
  await earn(request, patron.url, 'FOLLOW-1', 7);
  const history = page.getByRole('table', { name: 'Points history', includeHidden: true });
  await expect(history).toContainText('Make a purchase', { timeout: CURRENT_MS });
  await expect(dialog.getByLabel('Reason')).toHaveValue('Late parcel');
});

test('the points history goes back to the first entry', async ({ page, request, patron }) => {
  test.skip(!IS_FULL_RUN);
  await createMember(request, patron.url, { member_id: 'POINTS-2', first_name: 'Nell' });
  // Together, because one after the other they take as long as the test may.
  await Promise.all(Array.from({ length: 205 }, () => earn(request, patron.url, 'POINTS-2', 1)));
  await signIn(page, `${MEMBERS}/POINTS-2`, { as: VIEWER });
  const history = page.getByRole('region', { name: 'Points history' });
  const rows = history.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(7);
  await expect(rows.nth(1)).toContainText(/Valid until \w{3} \d+, \d{4}/);
  await history.getByRole('button', { name: 'Show the latest 200' }).click();
  await expect(rows).toHaveCount(201);
  await history.getByRole('button', { name: 'Show fewer' }).click();
  await expect(rows).toHaveCount(7);
  const more = history.getByRole('button', { name: 'Show the latest 200' });
  await expect(more).toBeFocused();
  await more.click();
  await history.getByRole('button', { name: 'Show 5 more' }).click();
  await expect(rows).toHaveCount(206);
  await expect(history.getByRole('button', { name: /^Show \d+ more/ })).toHaveCount(0);
  const fewer = history.getByRole('button', { name: 'Show fewer' });
  await expect(fewer).toBeFocused();
  await fewer.click();
  await expect(rows).toHaveCount(7);
});

test('unusual dates, values and addresses are readable, and the referrer is a link', async ({
  page,
  request,
  patron,
}) => {
  const email = `${'very-long-name.'.repeat(4)}x@example.test`;
  await createMember(request, patron.url, {
    member_id: 'E2E-referrer',
    first_name: 'Amara',
    birthdate: '02/09',
    email_address: email,
    referrer_code: 'DEMO00004',
    custom_attributes: JSON.stringify({ list: ['tea', 3], none: [], text: '' }),
  });
  await signIn(page, `${MEMBERS}/E2E-referrer`);
  const details = page.getByRole('region', { name: 'Details' });
  await expect(details.getByText('Feb 9', { exact: true })).toHaveAttribute('title', /02\/09/);
  await expect(details.getByText('just now')).toHaveAttribute('title', /UTC\nReceived as/);
  await expect(details).toContainText(email);
  const attributes = page.getByRole('region', { name: 'Custom attributes' });
  await expect(attributes).toContainText('listtea3');
  await expect(attributes).toContainText('none(empty list)');
  await page.setViewportSize(PHONE);
  const box = await details.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(PHONE.width);

  await page.getByRole('region', { name: 'Referral' }).getByRole('link').last().click();
  await expect(page.getByText('M-000004').first()).toBeVisible();
  const referral = page.getByRole('region', { name: 'Referral' });
  await expect(referral.getByRole('link', { name: /shop\.example/ })).toHaveAttribute(
    'href',
    /^https:.*DEMO00004$/,
  );
  // The API has no list of a member's referrals.
  await expect(referral).not.toContainText('Amara');
});

test('the display language translates the texts of the program', async ({ page }) => {
  await signIn(page, `${MEMBERS}?language=Deutsch`, { as: VIEWER });
  const list = page.getByRole('table', { name: 'Members' });
  const row = list.getByRole('row').filter({ hasText: 'Silber' }).first();
  await expect(row).toBeVisible();
  await expect(page.getByRole('button', { name: /anguage/ })).toHaveCount(0);
  await row.getByRole('link').click();
  const tier = page.getByRole('region', { name: 'Tier', exact: true });
  await expect(tier).toContainText('Silber');
  const language = page.getByRole('button', { name: 'Display language' });
  await expect(language).toHaveAccessibleName('Display language Deutsch');
  await page
    .getByRole('button', { name: /^Show all 3\d$/ })
    .last()
    .click();
  await page.getByRole('link', { name: 'Etwas kaufen' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Etwas kaufen' })).toBeVisible();
  await expect(language).toHaveAccessibleName('Display language Deutsch');
  await page.goBack();
  await page.getByRole('button', { name: 'Next member' }).click();
  await expect(language).toHaveAccessibleName('Display language Deutsch');
  await page.getByRole('button', { name: 'Previous member' }).click();

  await pressByTab(page, language);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Default language' }).click();
  await expect(tier).toContainText('Silver');
});

test('the page is printed on white, without the shell', async ({ page }) => {
  await signIn(page, `${MEMBERS}/M-000042`);
  await expect(page.getByRole('region', { name: 'Points', exact: true })).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  const colors = await page.evaluate(() => {
    const { backgroundColor } = getComputedStyle(document.documentElement);
    return {
      backgroundColor,
      color: getComputedStyle(document.querySelector('h1') ?? document.body).color,
    };
  });
  expect(colors.color).toBe('rgb(27, 25, 22)');
  expect(colors.backgroundColor).toBe('rgb(255, 255, 255)');
});
