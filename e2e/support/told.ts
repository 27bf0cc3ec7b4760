import type { Locator, Page } from '@playwright/test';

/** What the page says of an act that is done: a toast, or another status of it. */
export function told(page: Page, text: string | RegExp): Locator {
  return page.getByRole('status').filter({ hasText: text });
}
