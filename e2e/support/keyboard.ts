import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any page has, a table of a hundred rows included. */
const MOST_STOPS = 300;

/** Walks the page by Tab until a control has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  // Found once: to look for it by its role at every stop takes longer than the stop.
  let element = await target.elementHandle();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    const isFocused = await element?.evaluate((node) =>
      node.isConnected ? node === document.activeElement : undefined,
    );
    if (isFocused) return;
    // Drawn anew meanwhile.
    if (isFocused === undefined) element = await target.elementHandle();
    else await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

/** Walks to a control and presses it. */
export async function pressByTab(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}

/** Opens the command palette; the keys are heard as soon as their code has arrived. */
export async function openPalette(page: Page): Promise<Locator> {
  const palette = page.getByRole('combobox', { name: 'Search or jump to' });
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(palette).toBeFocused({ timeout: 1000 });
  }).toPass();
  return palette;
}

/** Goes to a page by its name. */
export async function jumpTo(page: Page, name: string): Promise<void> {
  await openPalette(page);
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeFocused();
}
