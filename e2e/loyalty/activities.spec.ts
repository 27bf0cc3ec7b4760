import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, IS_FULL_RUN, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { openFilter } from '../support/filters.ts';
import { jumpTo, pressByTab, tabTo } from '../support/keyboard.ts';
import { expectNoSidewaysScroll } from '../support/overflow.ts';
import { signIn, VIEWER } from '../support/sign-in.ts';

const ACTIVITIES = '/teams/1/activities';

test.describe('activities', () => {
  test('the list opens an activity with its rules as sentences', async ({ page }) => {
    await signIn(page, ACTIVITIES, { as: VIEWER });
    await expect(page.getByText('1–40 of 40')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Activities' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Earned, 30 days' })).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Add a photo to a review' }).click();
    await expect(
      page.getByRole('heading', { level: 1, name: 'Add a photo to a review' }),
    ).toBeVisible();
    await expect(page).toHaveTitle(/^Add a photo to a review/);
    const rules = page.getByRole('region', { name: 'Rules' });
    await expect(rules).toContainText('Once a day.');
    await expect(rules).toContainText('Multiplies the points by 2 when the tier is “Gold”.');
    const texts = page.getByRole('region', { name: 'Shown to members' });
    await expect(texts).toContainText('<strong>points</strong>');
    const preview = texts.frameLocator('iframe[title="Preview of Description"]');
    await expect(preview.getByText('points', { exact: true })).toHaveCSS('font-weight', '700');
    await expectAccessible(page);
    await page.goBack();
    await expect(page.getByText('1–40 of 40')).toBeVisible();
  });

  test('URLs past the end of the list and of unknown activities show what to do', async ({
    page,
  }) => {
    await signIn(page, `${ACTIVITIES}?start=400`, { as: VIEWER });
    await page.getByRole('button', { name: 'Go to first page' }).click();
    await expect(page.getByText('1–40 of 40')).toBeVisible();
    await page.goto(`${ACTIVITIES}?start=nonsense`);
    await expect(page.getByText('1–40 of 40')).toBeVisible();
    await page.goto(`${ACTIVITIES}/nothing`);
    await expect(page.getByRole('heading', { name: 'Activity not found' })).toBeVisible();
    await page.getByRole('link', { name: 'Go to activities' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Activities' })).toBeVisible();
  });

  test('the keyboard alone chooses a display language and opens an activity', async ({ page }) => {
    await signIn(page, '/', { as: VIEWER });
    await jumpTo(page, 'Activities');
    const language = page.getByRole('button', { name: 'Display language' });
    await pressByTab(page, language);
    await tabTo(page, page.getByLabel('Other language'));
    await page.keyboard.type('Deutsch');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${ACTIVITIES}?language=Deutsch`);
    await pressByTab(page, page.getByRole('link', { name: 'Etwas kaufen' }));
    await expect(page.getByRole('heading', { level: 1, name: 'Etwas kaufen' })).toBeFocused();
    await expect(page.getByRole('region', { name: 'Details' })).toContainText(
      'Points expiryResets the expiry of all points',
    );
    await expectAccessible(page);
    await pressByTab(page, language);
    await pressByTab(page, page.getByRole('button', { name: 'Default language' }));
    await expect(page.getByRole('heading', { level: 1, name: 'Make a purchase' })).toBeVisible();

    // A language that was used before can be chosen.
    await language.click();
    await page.getByRole('button', { name: 'Deutsch', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Etwas kaufen' })).toBeVisible();
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoSidewaysScroll(page);
  });

  test('a search finds activities by name and ID, also in another language', async ({ page }) => {
    await signIn(page, ACTIVITIES, { as: VIEWER });
    await expect(page.getByText('1–40 of 40')).toBeVisible();
    const search = page.getByRole('searchbox', { name: 'Search activities' });
    await search.fill('PHOTO review');
    await expect(page.getByText('1–1 of 1')).toBeVisible();
    await expect(page).toHaveURL(`${ACTIVITIES}?q=PHOTO+review`);
    await expectAccessible(page);
    await search.press('ArrowDown');
    await expect(page.getByRole('link', { name: 'Add a photo to a review' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add a photo to a review');
    await page.goBack();
    await expect(search).toHaveValue('PHOTO review');
    await expect(page.getByText('1–1 of 1')).toBeVisible();

    await page.goto(`${ACTIVITIES}?language=Deutsch&q=etwas+kaufen`);
    await expect(page.getByRole('link', { name: 'Etwas kaufen' })).toBeVisible();
    await search.fill('nothing of the kind');
    await expect(page.getByRole('heading', { name: 'No activities match' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL(`${ACTIVITIES}?language=Deutsch`);
    await expect(page.getByText('1–40 of 40')).toBeVisible();
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoSidewaysScroll(page);
  });

  test('a search and what a member cannot earn work in the same session', async ({ page }) => {
    const search = page.getByRole('searchbox', { name: 'Search activities' });
    const showOthers = page.getByRole('button', { name: 'Show unavailable activities' });
    const others = page.getByRole('list', { name: "Can't earn now" }).getByRole('listitem');
    await signIn(page, '/teams/1/members/M-000004', { as: VIEWER });
    await showOthers.click();
    await expect(others.filter({ hasText: 'Try a new feature' })).toBeVisible();
    await page.getByRole('link', { name: 'Activities', exact: true }).click();
    await search.fill('photo review');
    await expect(page.getByText('1–1 of 1')).toBeVisible();

    await page.goto(`${ACTIVITIES}?q=photo`);
    await expect(page.getByText('1–1 of 1')).toBeVisible();
    await page.getByRole('link', { name: 'Members', exact: true }).click();
    await expect(page.getByRole('table', { name: 'Members' })).toBeVisible();
    await page.getByRole('table', { name: 'Members' }).getByRole('link').first().click();
    await showOthers.click();
    await expect(others.filter({ hasText: 'Try a new feature' })).toBeVisible();
  });

  test('the list is filtered by status, and has the inactive ones at its end', async ({ page }) => {
    await signIn(page, ACTIVITIES, { as: VIEWER });
    const rows = page.getByRole('table', { name: 'Activities' }).getByRole('row');
    await expect(rows).toHaveCount(41);
    await expect(rows.last()).toContainText('Play the summer games');
    await expect(rows.last()).toContainText('Inactive');
    await expect(rows.filter({ hasText: 'Write a product review' })).toContainText('Once a day');

    const filter = await openFilter(page, 'Status');
    await filter.getByRole('button', { name: 'Inactive', exact: true }).click();
    await expect(page).toHaveURL(`${ACTIVITIES}?status=inactive`);
    await expect(page.getByText('1–3 of 3')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('searchbox', { name: 'Search activities' }).fill('review');
    await expect(page.getByRole('heading', { name: 'No activities match' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByText('1–40 of 40')).toBeVisible();
    await page.goto(`${ACTIVITIES}?status=on`);
    await expect(page.getByText("Part of this link couldn't be read: status")).toBeVisible();
  });

  test('the card image is shown, or a link to it if that fails', async ({ page, patron }) => {
    test.skip(!IS_FULL_RUN);
    const file = join(patron.directory, 'card.json');
    const url = 'https://shop.test/card.svg';
    writeFileSync(file, JSON.stringify({ activity_card_background_image_url: url }));
    await patron.runAdmin([
      ...['activities', 'update', 'welcome', '--program', 'patron-demo', '--file', file],
    ]);
    const image = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"/>';
    await page.route(url, (route) => route.fulfill({ contentType: 'image/svg+xml', body: image }));
    await signIn(page, `${ACTIVITIES}/welcome`, { as: VIEWER });
    const texts = page.getByRole('region', { name: 'Shown to members' });
    await expect(texts.getByRole('img', { name: 'Card' })).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByRole('region', { name: 'Extra configuration' })).toHaveCount(0);

    await page.route(url, (route) => route.abort());
    await page.reload();
    await expect(texts).toContainText("The card image can't be shown here.");
    await expect(page.getByRole('region', { name: 'Details' }).getByText(url)).toBeVisible();
    await expectAccessible(page);
  });

  test('inactive activities and archived rules are labeled', async ({ page }) => {
    await signIn(page, `${ACTIVITIES}?status=inactive`, { as: VIEWER });
    await page.getByRole('link', { name: 'Play the summer games' }).click();
    await expect(page.getByText('Inactive').first()).toBeVisible();
    const rules = page.getByRole('region', { name: 'Rules' });
    await expect(rules).toContainText('Adds 500 points.');
    await expect(rules).toContainText('Archived');
  });
});
