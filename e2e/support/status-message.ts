import type { Locator, Page } from '@playwright/test';

/** A toast or another live status on the page that contains a text. */
export function statusMessage(page: Page, text: string | RegExp): Locator {
  return page.getByRole('status').filter({ hasText: text });
}
