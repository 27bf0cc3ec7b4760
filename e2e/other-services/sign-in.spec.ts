import { expect } from '../fixtures.ts';
import { TEAM } from './vendor-pages.ts';
import { vendorTest as test } from './vendor-test.ts';

const OVERVIEW = `/teams/${TEAM}/overview`;

test('scopes that the service rejects are named', async ({ page, vendor }) => {
  await vendor.set({ rejectedScopes: ['domains:write'] });
  await page.goto(OVERVIEW);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText("doesn't allow all permissions that the console asks for");
  await expect(alert).toContainText('domains:write');
  await expect(alert).not.toContainText('Check your input');
  await vendor.set();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Account health')).toBeVisible();
});

test('a scope that was not granted is named where it is missing', async ({ page, vendor }) => {
  await vendor.set({ withheldScopes: ['accounts:read', 'domains:write'] });
  await page.goto(`/teams/${TEAM}/accounts`);
  await expect(page.getByText('Requires the accounts:read scope')).toBeVisible();
  await page.goto(`/teams/${TEAM}/domains`);
  await expect(page.getByRole('link', { name: 'shop1.kestrel.example' })).toBeVisible();
});

test('a refresh token that is not replaced keeps the user signed in', async ({ page, vendor }) => {
  await vendor.set({ rotatesTokens: false });
  await page.goto(OVERVIEW);
  // The first request with a token: a reload before that would sign in again.
  await expect.poll(() => vendor.requests).toContain('GET /v2/me');
  for (const _visit of [1, 2]) {
    await expect(page.getByText('Account health')).toBeVisible();
    await page.reload();
  }
  await expect(page.getByText('Account health')).toBeVisible();
  expect(vendor.requests.filter((request) => request.includes('authorize'))).toHaveLength(1);
});

test('a refresh response without a refresh token keeps the last one', async ({ page, vendor }) => {
  await vendor.set({ refreshTokens: 'at sign-in', sendsScope: false });
  await page.goto(OVERVIEW);
  // The first request with a token: a reload before that would sign in again.
  await expect.poll(() => vendor.requests).toContain('GET /v2/me');
  for (const _visit of [1, 2]) {
    await expect(page.getByText('Account health')).toBeVisible();
    await page.reload();
  }
  await expect(page.getByText('Account health')).toBeVisible();
  expect(vendor.requests.filter((request) => request.includes('authorize'))).toHaveLength(1);
});

test('a sign-in without a refresh token says what to ask for', async ({ page, vendor }) => {
  await vendor.set({ refreshTokens: 'never' });
  await page.goto(OVERVIEW);
  await expect(page.getByRole('alert')).toContainText('allow refresh tokens for the console');
});

for (const tokenEndpoint of ['502', 'html'] as const) {
  test(`a token endpoint that sends ${tokenEndpoint} says that signing in isn't working, and signs nobody out`, async ({
    page,
    vendor,
  }) => {
    const message = page.getByText("The sign-in service isn't working right now").first();
    await vendor.set({ tokenEndpoint });
    await page.goto(OVERVIEW);
    await expect(page.getByRole('alert')).toContainText('ask your Patron administrator');
    await expect(message).toBeVisible();
    await vendor.set();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('Account health')).toBeVisible();
    await vendor.set({ tokenEndpoint });
    await page.reload();
    await expect(message).toBeVisible();
    // A refresh that succeeds while the page is left would lose the session.
    await page.goto('about:blank');
    await vendor.set();
    await page.goto(OVERVIEW);
    await expect(page.getByText('Account health')).toBeVisible();
    expect(vendor.requests.filter((request) => request.includes('authorize'))).toEqual([]);
  });
}

for (const teams of ['linked', 'nameless', 'titled'] as const) {
  test(`teams that are ${teams} can be opened`, async ({ page, vendor }) => {
    await vendor.set({ teams });
    await page.goto('/');
    await expect(page).toHaveURL(OVERVIEW);
    const name = teams === 'titled' ? `Kestrel ${TEAM}` : `Team ${TEAM}`;
    await expect(page.getByRole('button', { name: `Team ${name}, switch team` })).toBeVisible();
    await expect(page.getByText('Account health')).toBeVisible();
  });
}

test('without the scope identity, the console says what is missing', async ({ page, vendor }) => {
  await vendor.set({ withheldScopes: ['identity'] });
  for (const address of ['/', OVERVIEW]) {
    await page.goto(address);
    await expect(page.getByText("You don't have access to your profile")).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign in again' })).toBeVisible();
  }
  await vendor.set();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await expect(page.getByText('Account health')).toBeVisible();
});

for (const wrongPasswordStatus of [400, 401, 403, 422] as const) {
  test(`a password that is rejected with ${wrongPasswordStatus} is wrong`, async ({
    page,
    vendor,
  }) => {
    await vendor.set({ wrongPasswordStatus });
    await page.goto('/security/new/sms');
    await page.getByLabel('Phone number').fill('+15550100200');
    await page.getByRole('button', { name: 'Send code' }).click();
    const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
    await dialog.getByLabel('Password').fill('wrong');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByLabel('Password')).toHaveAccessibleDescription(
      "That isn't your password.",
    );
  });
}
