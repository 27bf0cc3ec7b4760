import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { expectNoSidewaysScroll } from './support/overflow.ts';
import { ADMIN, signIn } from './support/sign-in.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

/** Pages outside of the console's shell, which a person comes to when something is not as it should be. */
const PAGES = [
  [
    'a reply that nobody asked for',
    '/auth/callback?code=other&state=other',
    "You aren't signed in",
  ],
  ['an unknown application', '/api/advocacy/oauth/authorize?client_id=nobody', 'not registered'],
  [
    'a connection that was never begun',
    '/api/advocacy/connect/callback/instagram?state=none&code=x',
    'not connected',
  ],
] as const;

for (const [what, address, text] of PAGES) {
  test(`axe finds nothing on the page of ${what}`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByText(text).first()).toBeVisible();
    await expectWellMade(page);
  });
}

test('axe finds nothing at the third party of the demo', async ({ page }) => {
  await signIn(page, ADMIN, '/teams/1/accounts');
  await page.getByRole('button', { name: 'Connect account' }).click();
  const opening = page.waitForEvent('popup');
  await page.getByRole('menuitem', { name: 'LinkedIn' }).click();
  const provider = await opening;
  await expect(provider.getByRole('button', { name: 'Authorize' })).toBeVisible();
  await expectWellMade(provider);
  await provider.close();
});

test('axe finds nothing where the session has ended', async ({ page, request }) => {
  await signIn(page, ADMIN, '/teams/1/domains/new');
  await page.getByLabel('Domain name').fill('kept.northwind.test');
  const token = await page.evaluate(() => localStorage.getItem('patron.refresh-token'));
  await request.post('/api/advocacy/oauth/revoke', {
    form: { client_id: 'patron-console', token: token ?? '' },
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Add domain' }).click();
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  await expectWellMade(page);
});

/** Axe at a desk and on a phone, and the width at all. */
async function expectWellMade(page: Page): Promise<void> {
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
  await expectNoSidewaysScroll(page);
}
