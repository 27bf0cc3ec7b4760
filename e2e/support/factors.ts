import type { Locator, Page } from '@playwright/test';
import { TOTP } from 'otpauth';

const STEP_MS = 30_000;

/** The code that an authenticator app shows, some time steps from now. */
export function appCode(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * STEP_MS });
}

/** The secret that the page shows, without its gaps. */
export async function readSecret(page: Page): Promise<string> {
  const text = await page.getByLabel('Secret').textContent();
  return text?.replace(/\s/g, '') ?? '';
}

/** Answers the dialog that asks for the password. */
export async function confirmPassword(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Chooses the kind of a new factor, from the security page. */
export async function chooseFactor(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add factor' }).click();
  await page.getByRole('button', { name, exact: true }).click();
}

/** A factor in the list, by its name. */
export function factorRow(page: Page, name: string): Locator {
  const factors = page.getByRole('list', { name: 'Factors' });
  return factors.getByRole('listitem').filter({ hasText: name });
}

/** Deletes a factor in the list; the password is confirmed already. */
export async function deleteFactor(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete factor' }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
}
