import type { Page } from '@playwright/test';
import { expect, IS_FULL_RUN, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expectNoSidewaysScroll } from '../support/overflow.ts';
import { ADMIN, submitPassword } from '../support/sign-in.ts';

const APIS = ['Advocacy API', 'Loyalty Admin API', 'Gateway API'];

/** Opens the form of an operation, sends its example, and expects a success. */
async function tryOut(page: Page, operation: string): Promise<void> {
  const section = page.getByRole('region', { name: operation, exact: true });
  await section.getByRole('button', { name: 'Try it' }).click();
  await section.getByRole('button', { name: 'Send' }).click();
  await expect(section.getByRole('status')).toContainText(/^200 OK in \d+ ms/);
}

test('a user signs in to the reference and tries operations of all APIs', async ({ page }) => {
  await page.goto('/docs');
  for (const [api, operation] of [
    ['Advocacy API', 'Retrieve the current user'],
    ['Gateway API', "Get the team's loyalty program"],
  ] as const) {
    await page.getByRole('navigation', { name: 'APIs' }).getByRole('link', { name: api }).click();
    const authorization = page.getByRole('form', { name: 'Authorize' });
    const popupOpened = page.waitForEvent('popup');
    await authorization.getByRole('button', { name: 'Sign in' }).click();
    const popup = await popupOpened;
    await submitPassword(popup, ADMIN);
    await expect(authorization.getByRole('status')).toHaveText('Signed in');
    await expect.poll(() => popup.isClosed()).toBe(true);
    await tryOut(page, operation);
  }
  await page
    .getByRole('navigation', { name: 'APIs' })
    .getByRole('link', { name: 'Loyalty Admin API' })
    .click();
  await page.getByLabel('api-key').fill('patron-demo-api-key');
  await page.getByLabel('partner-id').fill('patron-demo');
  await tryOut(page, 'List members');
});

test('an operation is found by its name, and has samples in two languages', async ({ page }) => {
  await page.goto('/docs/gateway');
  const operations = page.getByRole('navigation', { name: 'Operations' });
  await operations.getByLabel('Find an operation').fill('points owed');
  await expect(operations.getByRole('listitem')).toHaveCount(1);
  await operations.getByRole('listitem').getByRole('link').click();
  await expect(page).toHaveURL(/#getPointsOwed$/);
  const operation = page.locator('#getPointsOwed');
  await expect(operation.getByText(/^curl 'http/)).toBeVisible();
  await operation.getByRole('button', { name: 'JavaScript' }).click();
  await expect(operation.getByText(/^const response = await fetch\(/)).toBeVisible();
  await expect(operation.getByText(/^curl 'http/)).toBeHidden();
});

test('the reference is complete without JavaScript', async ({ browser, patron }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${patron.url}/docs/loyalty`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Loyalty Admin API');
  const operation = page.locator('#listMembers');
  await expect(operation.getByText(/^curl 'http/)).toBeVisible();
  await expect(operation.getByText(/^const response/)).toBeVisible();
  await context.close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the reference of any API, in ${colorScheme}`, async ({ page }) => {
    test.skip(!IS_FULL_RUN);
    await page.emulateMedia({ colorScheme });
    await page.goto('/docs');
    for (const api of APIS) {
      await page.getByRole('navigation', { name: 'APIs' }).getByRole('link', { name: api }).click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(api);
      await expectAccessible(page);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
  });
}
