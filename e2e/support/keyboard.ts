import { expect, type Locator, type Page } from '@playwright/test';

/** More tab stops than any page has, even with a table of 100 rows. */
const MAX_TAB_STOPS = 300;

/** Presses Tab (or `key`) until a control has the focus, as a keyboard user would. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  // Resolved once: looking it up by role at every stop takes longer than the key press.
  let element = await target.elementHandle();
  for (let stops = 0; stops < MAX_TAB_STOPS; stops += 1) {
    const isFocused = await element?.evaluate((node) =>
      node.isConnected ? node === document.activeElement : undefined,
    );
    if (isFocused) return;
    // React replaced the element: resolve it again.
    if (isFocused === undefined) element = await target.elementHandle();
    else await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

/** Tabs to a control and presses Enter. */
export async function pressByTab(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}

/** Opens the command palette, which works from the moment the page is visible. */
export async function openPalette(page: Page): Promise<Locator> {
  const palette = page.getByRole('combobox', { name: 'Search or jump to' });
  await page.keyboard.press('Control+k');
  await expect(palette).toBeFocused();
  return palette;
}

/** Opens a page by its name with the command palette. */
export async function jumpTo(page: Page, name: string): Promise<void> {
  await openPalette(page);
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeFocused();
}
