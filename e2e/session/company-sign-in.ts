import type { Locator, Page } from '@playwright/test';

/** Patron's at the provider. */
export const CLIENT_SECRET = 'the-secret_of.patron~1';

/** The settings of a Patron whose people sign in with the provider. */
export const providerSettings = ({
  issuer,
  patronPort,
}: {
  issuer: string;
  patronPort: number;
}) => ({
  PORT: String(patronPort),
  PATRON_OIDC_ISSUER: issuer,
  PATRON_OIDC_CLIENT_ID: 'patron',
  PATRON_OIDC_CLIENT_SECRET: CLIENT_SECRET,
  PATRON_OIDC_NAME: 'Acme',
});

export const overview = (page: Page): Locator =>
  page.getByRole('heading', { level: 1, name: 'Overview' });

export const byProvider = (page: Page): Locator =>
  page.getByRole('link', { name: 'Continue with Acme' });

export const stepUpDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: "Confirm it's you" });

/** Sends the form of an invitation, which has to be confirmed. */
export async function startInvitation(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Role').selectOption('Viewer');
  await form.getByRole('button', { name: 'Send invitation' }).click();
}

/** Clicks "Continue with Acme" in the step-up dialog. @returns its window */
export async function openProviderWindow(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await stepUpDialog(page).getByRole('button', { name: 'Continue with Acme' }).click();
  return opened;
}
