import { expect, expectAccessible, test } from './fixtures.ts';
import { signIn, VIEWER } from './support/sign-in.ts';

const ACTIVITIES = '/teams/1/activities';

test('activities are listed, and one is opened', async ({ page }) => {
  await signIn(page, VIEWER, ACTIVITIES);
  await expect(page.getByText('1–40 of 40')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Activities' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Add a photo to a review' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Add a photo to a review' }),
  ).toBeVisible();
  await expect(page).toHaveTitle(/^Add a photo to a review/);
  const rules = page.getByRole('region', { name: 'Rules' });
  await expect(rules).toContainText('Counts at most once a day.');
  await expect(rules).toContainText('Multiplies the points by 2 when the tier is “Gold”.');
  const texts = page.getByRole('region', { name: 'What members read' });
  await expect(texts).toContainText('<strong>points</strong>');
  await expectAccessible(page);
  await page.goBack();
  await expect(page.getByText('1–40 of 40')).toBeVisible();
});

test('addresses that lead past the end or nowhere say so', async ({ page }) => {
  await signIn(page, VIEWER, `${ACTIVITIES}?start=400`);
  await page.getByRole('button', { name: 'Go to the first page' }).click();
  await expect(page.getByText('1–40 of 40')).toBeVisible();
  await page.goto(`${ACTIVITIES}?start=nonsense`);
  await expect(page.getByText('1–40 of 40')).toBeVisible();
  await page.goto(`${ACTIVITIES}/nothing`);
  await expect(page.getByRole('heading', { name: 'No such activity' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to activities' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Activities' })).toBeVisible();
});
