import type { Locator, Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { type DemoUser, signIn } from './sign-in.ts';
import { statusMessage } from './status-message.ts';

const STEP_MS = 30_000;

/** The code of an authenticator app, some time steps from now. */
export function appCode(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * STEP_MS });
}

/** The secret on the page, without spaces. */
export async function readSecret(page: Page): Promise<string> {
  const text = await page.getByLabel('Secret').textContent();
  return text?.replace(/\s/g, '') ?? '';
}

/** Enters the password in the step-up dialog. */
export async function confirmPassword(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Opens "Add method" on the security page and chooses a kind. */
export async function chooseFactor(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add method' }).click();
  await page.getByRole('button', { name, exact: true }).click();
}

/** Opens the Security page of a user, and adds codes by email. */
export async function addEmailFactor(page: Page, user: DemoUser): Promise<void> {
  await signIn(page, '/security', { as: user });
  await chooseFactor(page, 'Email');
  await confirmPassword(page, user.password);
}

/** Adds an authenticator app on the Security page. @param password asked for if it was not confirmed in the last minutes */
export async function addAuthenticatorApp(page: Page, password?: string): Promise<void> {
  await chooseFactor(page, 'Authenticator app');
  if (password !== undefined) await confirmPassword(page, password);
  await page.getByLabel('Code').fill(appCode(await readSecret(page)));
  await page.getByRole('button', { name: 'Verify' }).click();
  await statusMessage(page, 'Authenticator app turned on').waitFor();
}

export function factorRow(page: Page, name: string): Locator {
  const factors = page.getByRole('list', { name: /^(Methods|Backup)$/ });
  return factors.getByRole('listitem').filter({ hasText: name });
}

/** Removes a factor. @param password asked for if it was not confirmed in the last minutes */
export async function deleteFactor(page: Page, name: string, password?: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('button', { name: /^Remove (method|recovery codes)$/ }).click();
  if (password !== undefined) await confirmPassword(page, password);
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
}
