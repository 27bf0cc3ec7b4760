import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectAccessibleAndResponsive } from '../support/accessibility.ts';
import { chooseFactor, confirmPassword, deleteFactor } from '../support/factors.ts';
import { readOutbox } from '../support/outbox.ts';
import { OUTSIDER, signIn, signOut, submitPassword } from '../support/sign-in.ts';

const overview = (page: Page) => page.getByRole('heading', { level: 1, name: 'Overview' });
const rows = (page: Page) => page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');

/** Chromium's virtual authenticator, like the fingerprint reader of a laptop. */
async function addAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Whether the user touches the reader when the browser asks. */
    setPresence: (enabled: boolean) =>
      cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  };
}

test('a passkey signs in by itself, is the second step after the password, and confirms', async ({
  page,
}) => {
  const authenticator = await addAuthenticator(page);
  await signIn(page, '/security', { as: OUTSIDER });

  await test.step('add one, after the password', async () => {
    const section = page.getByRole('region', { name: 'Passkeys' });
    await section.getByRole('button', { name: 'Add passkey' }).click();
    await confirmPassword(page, OUTSIDER.password);
    await expect(page.getByRole('status').filter({ hasText: /^Passkey .+ added/ })).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('Never used');
    await expect(page.getByRole('button', { name: 'Create recovery codes' })).toBeVisible();
    await expect(page.getByText('After your password, sign-in asks for a passkey')).toBeVisible();
    await expectAccessibleAndResponsive(page);
    await section.getByRole('button', { name: 'Add passkey' }).click();
    await expect(page.getByText('already has a passkey')).toBeVisible();
    const [mail] = await readOutbox(page.request, OUTSIDER.email);
    expect(mail?.subject).toBe('A passkey was added to your Patron account');
  });

  await test.step('rename it', async () => {
    await rows(page)
      .getByRole('button', { name: /^Actions for / })
      .click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Work laptop');
    await page.getByRole('button', { name: 'Rename passkey' }).click();
    await expect(rows(page)).toContainText('Work laptop');
  });

  await test.step('sign in with it', async () => {
    await authenticator.setPresence(false);
    await signOut(page);
    await expect(page.getByText('You are signed out.')).toBeVisible();
    await expectAccessibleAndResponsive(page);
    await authenticator.setPresence(true);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(overview(page)).toBeVisible();
  });

  await test.step('use it after the password', async () => {
    await authenticator.setPresence(false);
    await signOut(page);
    await submitPassword(page, OUTSIDER);
    await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible();
    await expectAccessibleAndResponsive(page);
    await authenticator.setPresence(true);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(overview(page)).toBeVisible();
  });

  await test.step('confirm with it, and remove it', async () => {
    await page.goto('/security');
    await chooseFactor(page, 'Email');
    const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(dialog).toBeHidden();
    await deleteFactor(page, 'Email');
    await expect(rows(page)).toContainText('Last used');
    await page.getByRole('button', { name: 'Actions for Work laptop' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    await expect(rows(page)).toHaveCount(0);
    await expect(page.getByText('Two-step verification is off')).toBeVisible();
  });
});

test('a browser without the passkey says so, and the password still works', async ({ page }) => {
  await addAuthenticator(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('No passkey was used');
  await submitPassword(page, OUTSIDER);
  await expect(overview(page)).toBeVisible();
});
