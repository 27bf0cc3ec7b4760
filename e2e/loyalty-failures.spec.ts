import { expect, expectAccessible, test } from './fixtures.ts';
import { type PatronServer, startPatronServer } from './support/patron-server.ts';
import { signIn } from './support/sign-in.ts';

let patron: PatronServer;
test.beforeAll(async () => {
  // Its own: what is broken here must not break the tests of others.
  patron = await startPatronServer();
});
test.afterAll(() => patron.remove());

const PAGES = [
  ['members', "The members can't be shown"],
  ['members/M-000004', "The member can't be shown"],
  ['activities', "The activities can't be shown"],
  ['activities/purchase', "The activity can't be shown"],
] as const;

test('a key that the program refuses is told as a fault of the configuration', async ({ page }) => {
  await signIn(page, undefined, `${patron.url}/teams/1/activities`);
  await expect(page.getByText('1–40 of 40')).toBeVisible();
  await patron.administer(['api-keys', 'revoke', '1', '--program', 'patron-demo', '--yes']);
  for (const [address, title] of [PAGES[0], PAGES[3]]) {
    await page.goto(`${patron.url}/teams/1/${address}`);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(title);
    await expect(alert).toContainText("The loyalty program can't be used");
    await expect(alert).toContainText('Ask whoever runs Patron');
    await expect(alert).toContainText(/Request [\da-f-]{36}/);
    await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible();
  }
  await expectAccessible(page);

  await test.step('what was read before stays, and says that it is old', async () => {
    await page.goto(`${patron.url}/teams/2/members`);
    await expect(page.getByText(/^1–100 of/)).toBeVisible();
    await patron.administer(['api-keys', 'revoke', '2', '--program', 'patron-demo-2', '--yes']);
    await page.getByRole('table').getByRole('link').first().click();
    await expect(page.getByText('This may be out of date')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Points' })).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Can earn now' }).getByRole('alert'),
    ).toBeVisible();
  });
});

test('a team without a program, and one whose program is away', async ({ page }) => {
  await patron.administer(['connections', 'delete', '1', '--yes']);
  await signIn(page, undefined, `${patron.url}/teams/1/members`);
  await expect(
    page.getByRole('heading', { name: 'This team has no loyalty program' }),
  ).toBeVisible();
  await page.goto(`${patron.url}/teams/1/activities`);
  await expect(
    page.getByRole('heading', { name: 'This team has no loyalty program' }),
  ).toBeVisible();
  await expectAccessible(page);
});

test('without the scope each page says which one is missing', async ({ page }) => {
  // Another deployment: its console is told to ask for less.
  await patron.withConsoleConfig(
    (config) => {
      config.advocacy.scopes = ['identity', 'accounts:read'];
    },
    async () => {
      await signIn(page, undefined, `${patron.url}/teams/1/members`);
      for (const [address] of PAGES) {
        await page.goto(`${patron.url}/teams/1/${address}`);
        await expect(page.getByText('Your session has no teams:read scope')).toBeVisible();
      }
    },
  );
});
