import { expect, test } from '../fixtures.ts';
import { expectAccessible, expectAccessibleAndResponsive } from '../support/accessibility.ts';
import { type PatronServer, startPatronServer } from '../support/patron-server.ts';
import { submitPassword } from '../support/sign-in.ts';

const ANA = { email: 'ana@northwind.test', password: 'quiet lantern over water' };

let empty: PatronServer;
test.beforeAll(async () => {
  empty = await startPatronServer({ PATRON_DEMO: '0' });
});
test.afterAll(() => empty.remove());

test('the first administrator is created without JavaScript, and starts with the first steps', async ({
  page,
  browser,
}) => {
  const setupUrl = empty.setupUrl ?? '';
  await page.goto(setupUrl);
  await expect(page.getByLabel('Team name')).toBeFocused();
  await page.getByLabel('New password').fill('shown');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByLabel('New password')).toHaveAttribute('type', 'text');
  await expectAccessibleAndResponsive(page);

  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(setupUrl);
  await expect(plain.getByLabel('Team name')).toBeFocused();
  for (const value of ['Northwind', 'Ana Marsh', ANA.email, 'too short']) {
    await plain.keyboard.type(value);
    if (value === 'too short') await plain.keyboard.press('Enter');
    else await plain.keyboard.press('Tab');
  }
  await expect(plain.getByRole('alert')).toHaveText('Use 12 characters or more.');
  const password = plain.getByLabel('New password');
  await expect(password).toBeFocused();
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(plain.getByLabel('Team name')).toHaveValue('Northwind');
  await plain.keyboard.type(ANA.password);
  await plain.keyboard.press('Enter');
  await expect(plain.getByRole('heading', { name: 'Patron is set up' })).toBeVisible();
  const overview = await plain.getByRole('link', { name: 'Sign in' }).getAttribute('href');
  await context.close();

  await page.goto(setupUrl);
  await expect(page.getByRole('heading', { name: "This link can't be used" })).toBeVisible();
  await expectAccessible(page);

  await page.goto(overview ?? '');
  await submitPassword(page, ANA);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  await expectAccessible(page);
});
