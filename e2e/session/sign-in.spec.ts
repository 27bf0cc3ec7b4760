import { createHash, randomBytes } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectAccessibleAndResponsive } from '../support/accessibility.ts';
import { addEmailFactor, deleteFactor } from '../support/factors.ts';
import { readOutbox } from '../support/outbox.ts';
import { OUTSIDER, revokeSession, submitPassword } from '../support/sign-in.ts';

const alert = (page: Page) => page.getByRole('alert');

test('the sign-in page works with only the keyboard and reports errors at their field', async ({
  page,
}) => {
  await page.goto('/teams/2/boards');
  await expect(page).toHaveTitle(/^Sign in/);
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(OUTSIDER.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('not it');
  await page.keyboard.press('Enter');
  await expect(alert(page)).toContainText('wrong');
  await expect(page.getByLabel('Email')).toHaveValue(OUTSIDER.email);
  await expect(page.getByLabel('Password')).toBeFocused();
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/wrong/);
  await test.step('Back and Reload show the form and never ask to send it again', async () => {
    await page.reload();
    await expect(alert(page)).toContainText('wrong');
    await page.keyboard.type('not it either');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Password')).toHaveValue('');
    await page.goBack();
    await expect(page.getByLabel('Email')).toHaveValue(OUTSIDER.email);
  });
  await page.getByLabel('Password').fill(OUTSIDER.password);
  // The heading appears before the session has its tokens.
  const signedIn = page.waitForResponse('**/oauth/token');
  await page.keyboard.press('Enter');
  await (await signedIn).finished();
  await expect(page.getByRole('heading', { level: 1, name: 'Boards' })).toBeVisible();
  await test.step('Back after sign-in leads into the console', async () => {
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  });
});

test('a second press of the button sends the form only once', async ({ page }) => {
  await page.goto('/teams/2/boards');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.isNavigationRequest()) sent.push(request.url());
  });
  await page.getByLabel('Email').fill(OUTSIDER.email);
  await page.getByLabel('Password').fill(OUTSIDER.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).dblclick();
  await expect(page.getByRole('heading', { level: 1, name: 'Boards' })).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('an email code is asked for, without JavaScript too', async ({ page, browser, request }) => {
  await addEmailFactor(page, OUTSIDER);
  await expect(page.getByRole('list', { name: /^(Methods|Backup)$/ })).toContainText('Email');

  const plain = await openPlain(browser, new URL(page.url()).origin);
  await enterPassword(plain);
  await expect(plain.getByText('code we sent by email to')).toBeVisible();

  await test.step('a wrong code can be corrected', async () => {
    await plain.getByLabel('Code').fill('000000');
    await plain.getByRole('button', { name: 'Continue' }).click();
    await expect(alert(plain)).toContainText('wrong or has expired');
    await expect(plain.getByLabel('Code')).toHaveAttribute('aria-invalid', 'true');
  });
  await test.step('another code is only sent after the wait', async () => {
    await plain.getByRole('button', { name: 'Resend' }).click();
    await expect(plain.getByText(/^in 0:\d\d$/)).toBeVisible();
    expect(await codesSent(request)).toHaveLength(1);
  });
  await test.step('users with recovery codes can use one, or go back', async () => {
    const recovery = plain.getByRole('link', { name: 'Use a recovery code' });
    await expect(recovery).toHaveCount(0);
    await createRecoveryCodes(page);
    await plain.reload();
    await expect(recovery).toBeHidden();
    await plain.getByText('Try another way').click();
    await expect(plain.getByRole('button', { name: 'Continue' })).toBeHidden();
    await recovery.click();
    await expect(plain.getByText('Enter one of your saved recovery codes')).toBeVisible();
    await plain.getByRole('link', { name: 'Go back' }).click();
    await plain.getByRole('button', { name: 'Use a different account' }).click();
    await expect(plain.getByLabel('Email')).toHaveValue('');
    await enterPassword(plain);
  });

  const [code = ''] = await codesSent(request);
  await plain.getByLabel('Code').fill(code);
  await plain.getByRole('button', { name: 'Continue' }).click();
  await expect(plain).toHaveURL(/\/auth\/callback\?.*code=/);
  await expect(plain).toHaveURL(/state=kept/);
  await plain.context().close();
  await deleteFactor(page, 'Recovery codes');
  await deleteFactor(page, 'Email');
});

test('the second step is accessible at every width, and counts down to the next code', async ({
  page,
  browser,
}) => {
  await addEmailFactor(page, OUTSIDER);
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await context.newPage();
  await other.clock.install();
  await other.goto('/');
  await enterPassword(other);
  await expect(other.getByLabel('Code')).toBeFocused();
  const resend = other.getByRole('button', { name: 'Resend' });
  await expect(resend).toBeDisabled();
  await expect(resend).toHaveAccessibleDescription(/^in 0:2\d$/);
  await expectAccessibleAndResponsive(other);
  await other.clock.fastForward(30_000);
  await expect(other.getByRole('button', { name: 'Resend code' })).toBeEnabled();
  await expect(other.getByText(/^in 0:/)).toBeHidden();
  await other.getByLabel('Code').pressSequentially('000000');
  await expect(alert(other)).toContainText('wrong or has expired');
  await context.close();
  await deleteFactor(page, 'Email');
});

test('the card has one place and height in all steps, and leads back from "Forgot password?"', async ({
  page,
  browser,
}) => {
  await addEmailFactor(page, OUTSIDER);
  await createRecoveryCodes(page);
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await context.newPage();
  await other.goto('/teams/2/domains?from=link');
  const card = other.locator('.card');
  await expect(card).toBeVisible();
  // The console leads there by itself; the stylesheet may still be on its way.
  await other.waitForLoadState();
  const box = await card.boundingBox();
  await other.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(other.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  expect(await card.boundingBox()).toEqual(box);
  await other.getByLabel('Email').fill('nobody@patron.test');
  await other.getByRole('button', { name: 'Send link' }).click();
  await other.getByRole('link', { name: 'Back to sign-in' }).click();
  await enterPassword(other);
  expect(await card.boundingBox()).toEqual(box);
  await other.getByText('Try another way').click();
  await expect(other.getByRole('link', { name: 'Use a recovery code' })).toBeVisible();
  expect(await card.boundingBox()).toEqual(box);
  await expectAccessibleAndResponsive(other);
  await other.getByText('Back to the code').click();
  await other.getByLabel('Code').pressSequentially('000000');
  await expect(alert(other)).toContainText('wrong or has expired');
  expect(await card.boundingBox()).toMatchObject({ y: box?.y, height: box?.height });
  const [code = ''] = await codesSent(context.request);
  // Typed digit by digit: the sixth submits.
  await other.getByLabel('Code').pressSequentially(code);
  await expect(other).toHaveURL('/teams/2/domains?from=link');
  await context.close();
  await deleteFactor(page, 'Recovery codes');
  await deleteFactor(page, 'Email');
});

test('when the code for signing in fails to load, the page says so and signs in later', async ({
  page,
}) => {
  const failCode = () =>
    page.route('**/assets/*.js', async (route) => {
      const response = await route.fetch();
      if ((await response.text()).includes('code_challenge')) await route.abort();
      else await route.fulfill({ response });
    });
  await failCode();
  await page.goto('/teams/2/domains?from=link');
  await expect(alert(page)).toContainText("You aren't signed in");
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await submitPassword(page, OUTSIDER);
  await expect(page).toHaveURL('/teams/2/domains?from=link');
  await page.getByRole('button', { name: /^You, .+@/ }).waitFor();

  await page.reload();
  await page.getByRole('button', { name: /^You, .+@/ }).waitFor();
  await failCode();
  await revokeSession(page);
  await page.getByRole('link', { name: 'Boards' }).click();
  const ended = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(ended.getByRole('alert')).toContainText("We couldn't load this part of Patron");
  await page.unrouteAll();
  await ended.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
});

/** The sign-in page of an authorization request, in a browser without JavaScript. */
async function openPlain(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: origin });
  const plain = await context.newPage();
  const challenge = createHash('sha256').update(randomBytes(32).toString('hex'));
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id: 'patron-console',
    redirect_uri: `${origin}/auth/callback`,
    scope: 'identity',
    state: 'kept',
    code_challenge: challenge.digest('base64url'),
    code_challenge_method: 'S256',
  });
  await plain.goto(`/api/advocacy/oauth/authorize?${parameters}`);
  return plain;
}

/** Creates recovery codes on the security page. The password is already confirmed. */
async function createRecoveryCodes(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create recovery codes' }).click();
  await page.getByLabel("I've saved these codes").check();
  await page.getByRole('button', { name: 'Done' }).click();
}

async function enterPassword(page: Page): Promise<void> {
  await submitPassword(page, OUTSIDER);
  await page.getByLabel('Code').waitFor();
}

/** The codes sent to the user so far, newest first. */
async function codesSent(request: Parameters<typeof readOutbox>[0]): Promise<string[]> {
  const messages = await readOutbox(request, OUTSIDER.email);
  return messages.flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? []);
}
