import { expect, test } from '../fixtures.ts';
import { expectAccessible, expectAccessibleAndResponsive } from '../support/accessibility.ts';
import { readOutbox } from '../support/outbox.ts';
import { OUTSIDER, signIn, submitPassword } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';

const NEW_PASSWORD = 'quiet lantern over water';

test('a forgotten password is replaced by a link, without JavaScript', async ({
  browser,
  baseURL,
  request,
  page: withScripts,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}/api/advocacy/oauth/forgot-password`);
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(OUTSIDER.email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  let link = '';
  await expect(async () => {
    const texts = (await readOutbox(request, OUTSIDER.email)).map(({ text }) => text);
    link = /http\S+reset-password\S+/.exec(texts.join('\n'))?.[0] ?? '';
    expect(link).not.toBe('');
  }).toPass();

  await withScripts.goto(link);
  await expect(withScripts.getByRole('button', { name: 'Show' })).toBeVisible();
  await expectAccessibleAndResponsive(withScripts);
  await page.goto(link);
  await page.getByLabel('New password').fill('too short');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('alert')).toHaveText('Use 12 characters or more.');
  // The old password, so that other tests can sign in.
  await page.getByLabel('New password').fill(OUTSIDER.password);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
  await withScripts.goto(link);
  await expect(withScripts.getByRole('alert')).toContainText('already used');
  await expectAccessible(withScripts);
  await withScripts.getByRole('link', { name: 'Send another link' }).click();
  await expect(withScripts.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await expectAccessibleAndResponsive(withScripts);
  await context.close();
});

test('the password is changed and other sessions are ended on the security page', async ({
  page,
  browser,
}) => {
  const other = await browser.newContext({
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:150.0) Gecko/20100101 Firefox/150.0',
  });
  const otherPage = await other.newPage();
  // Two sessions of the other browser.
  for (let times = 0; times < 2; times++) {
    await signIn(otherPage, '/security', { as: OUTSIDER });
  }
  await signIn(page, '/security', { as: OUTSIDER });
  const sessions = page.getByRole('table', { name: 'Sessions' });
  await expect(sessions.getByText('This device')).toHaveCount(1);
  const device = sessions.getByRole('cell').filter({ hasText: 'This device' });
  expect(await device.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
  const events = page.getByRole('table', { name: 'Activity' });
  await expect(events.getByText('Signed in', { exact: true }).first()).toBeVisible();
  await expectAccessible(page);

  await test.step('sessions that ended although another failed to are no longer listed', async () => {
    const onFirefox = sessions.getByRole('row').filter({ hasText: 'Firefox on Windows' });
    await expect(onFirefox).toHaveCount(2);
    await page.route('**/sessions/*', (route) => route.fulfill({ status: 500 }), { times: 1 });
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    const confirm = page.getByRole('alertdialog');
    await confirm.getByRole('button', { name: 'Sign out' }).click();
    await expect(confirm.getByRole('alert')).toContainText("Couldn't sign out");
    await confirm.getByRole('button', { name: 'Cancel' }).click();
    await expect(onFirefox).toHaveCount(1);
    await expect(events.getByText('Signed out another session').first()).toBeVisible();
  });
  await page.getByRole('button', { name: 'Sign out Firefox on Windows' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(statusMessage(page, 'Firefox on Windows was signed out')).toBeVisible();
  // The other console notices it with its next request.
  await otherPage.getByRole('link', { name: 'Boards' }).click();
  const ended = otherPage.getByRole('dialog', { name: 'Your session has ended' });
  await expect(ended).toBeVisible();
  await expectAccessible(otherPage);
  await otherPage.reload();
  await expect(otherPage.getByRole('button', { name: /^You, / })).toHaveCount(0);
  await other.close();

  const change = async (current: string, next: string) => {
    const section = page.getByRole('region', { name: 'Password', exact: true });
    await section.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    await dialog.getByLabel('Current password').fill(current);
    await dialog.getByLabel('New password').fill(next);
    await dialog.getByRole('button', { name: 'Set password' }).click();
    return dialog;
  };
  const common = await change(OUTSIDER.password, '1234567890QWERTY');
  await expect(common.getByRole('status')).toHaveText('Very easy to guess.');
  await expect(common.getByText('This password is too common.')).toBeVisible();
  await common.getByRole('button', { name: 'Cancel' }).click();
  const dialog = await change('wrong', NEW_PASSWORD);
  await expect(dialog.getByRole('status')).toHaveText('Very hard to guess.');
  await expect(dialog.getByText('The current password is wrong.')).toBeVisible();
  await dialog.getByLabel('Current password').fill(OUTSIDER.password);
  await dialog.getByRole('button', { name: 'Set password' }).click();
  await expect(statusMessage(page, 'Password changed')).toBeVisible();
  await expect(events.getByText('Changed the password').first()).toBeVisible();
  await change(NEW_PASSWORD, OUTSIDER.password);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the sign-in page shows the password, and the address goes to the page for a forgotten one and back', async ({
  page,
}) => {
  await page.goto('/profile');
  await page.getByLabel('Email').fill(OUTSIDER.email);
  const password = page.getByLabel('Password');
  await password.fill('my secret');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide' }).click();
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(OUTSIDER.email);
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(OUTSIDER.email);
  await expect(password).toBeFocused();
  await page.goto('/profile');
  await expect(page.getByLabel('Email')).toHaveValue('');
  await submitPassword(page, OUTSIDER);
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
});

test('password managers find the user of a new password', async ({ page }) => {
  await signIn(page, '/security');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('Current password')).toBeFocused();
  await expect(page.locator('dialog input[autocomplete=username]')).toHaveValue(/@/);
});
