import { expect, IS_FULL_RUN, test } from '../fixtures.ts';
import { expectAccessibleAndResponsive } from '../support/accessibility.ts';
import { openConnectPopup } from '../support/connect.ts';
import { revokeSession, signIn, waitForBadge } from '../support/sign-in.ts';

test.skip(!IS_FULL_RUN);

/** Pages outside of the console's shell, for when something went wrong. */
const PAGES = [
  ['an unsolicited callback', '/auth/callback?code=other&state=other', "You aren't signed in"],
  [
    'an unknown application',
    '/api/advocacy/oauth/authorize?client_id=nobody',
    "You can't sign in from this link",
  ],
  [
    'a connection that was never started',
    '/api/advocacy/connect/callback/instagram?state=none&code=x',
    'not connected',
  ],
] as const;

for (const [what, address, text] of PAGES) {
  test(`axe finds nothing on the page of ${what}`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByText(text).first()).toBeVisible();
    await expectAccessibleAndResponsive(page);
  });
}

test('axe finds nothing at the third party of the demo', async ({ page }) => {
  await signIn(page, '/teams/1/accounts');
  const provider = await openConnectPopup(page, 'LinkedIn');
  await expectAccessibleAndResponsive(provider);
  await provider.close();
});

test('axe finds nothing where the session has ended', async ({ page }) => {
  await signIn(page, '/teams/1/domains/new');
  await page.getByLabel('Domain name').fill('kept.northwind.test');
  await waitForBadge(page);
  await revokeSession(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Add domain' }).click();
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  await expectAccessibleAndResponsive(page);
});

test('an unknown address shows a not-found page with a link', async ({ page }) => {
  await signIn(page, '/teams/1/nothing-here');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(page).toHaveTitle(/^Page not found/);
  await page.goto('/nothing/here/either');
  await page.getByRole('link', { name: 'Go to the overview' }).click();
  await expect(page).toHaveURL('/teams/1/overview');
});

test('pages that the deployment lacks are not found', async ({ page, patron }) => {
  await patron.withConsoleConfig(
    (config) => {
      delete config.extensions?.jobs;
      delete config.extensions?.people;
      delete config.extensions?.audit;
      delete config.inbox;
    },
    async () => {
      await signIn(page, '/teams/1/members');
      const notFound = page.getByRole('heading', { level: 1, name: 'Page not found' });
      for (const path of [
        'jobs',
        'people',
        'people/invite',
        'audit-log',
        'audit-log/1',
        'members/import',
        'members/import/1',
        'webhooks',
        'webhooks/setup',
        'webhooks/requests/1',
      ]) {
        await page.goto(`/teams/1/${path}`);
        await expect(notFound, path).toBeVisible();
      }
    },
  );
});
