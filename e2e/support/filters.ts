import type { Locator, Page } from '@playwright/test';

/** Opens the form of a filter that isn't set, which the "Filter" button offers. */
export async function openFilter(page: Page, label: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Filter', exact: true });
  await menu.getByRole('button', { name: label, exact: true }).click();
  return page.getByRole('dialog', { name: label, exact: true });
}
