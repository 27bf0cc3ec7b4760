import type { Page } from '@playwright/test';

export const ADMIN = { email: 'admin@patron.test', password: 'patron-demo-admin' };
export const VIEWER = { email: 'viewer@patron.test', password: 'patron-demo-viewer' };
export const OUTSIDER = { email: 'outsider@patron.test', password: 'patron-demo-outsider' };

/** Opens an address of the console and signs in on the page that it leads to. */
export async function signIn(page: Page, person = ADMIN, path = '/'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}
