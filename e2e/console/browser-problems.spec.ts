import { expect, IS_FULL_RUN, test } from '../fixtures.ts';
import { startPatronServer } from '../support/patron-server.ts';

test('a console whose script is missing says so, and tries again on a click', async ({ page }) => {
  await page.route(/\/assets\/index-.*\.js$/, (route) => route.fulfill({ status: 404 }));
  await page.goto('/teams/1/members');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText("Patron couldn't load");
  await expect(page).toHaveTitle(/couldn't load/);
  await page.unroute(/\/assets\/index-.*\.js$/);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
});

test('a browser that blocks site data shows what to allow', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('blocks cookies and site data');
});

test('the sign-in page says that a browser may block cookies', async ({ page, context }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await context.clearCookies();
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('your browser blocks cookies');
});

test('an address that is not secure is named', async ({ playwright, browserName }) => {
  test.skip(!IS_FULL_RUN);
  const patron = await startPatronServer({});
  const browser = await playwright[browserName].launch({
    executablePath: process.env.PATRON_TEST_CHROMIUM ?? '',
    args: ['--host-resolver-rules=MAP patron.lan 127.0.0.1', '--no-sandbox'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(patron.url.replace(/\/\/[^:/]+/, '//patron.lan'));
    await expect(page.getByRole('alert')).toContainText('Patron needs a secure address');
  } finally {
    await browser.close();
    await patron.remove();
  }
});
