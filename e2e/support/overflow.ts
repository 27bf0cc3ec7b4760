import { expect, type Page } from '@playwright/test';

/** A small phone, a phone, a tablet and a desk, in px. */
const WIDTHS = [320, 390, 768, 1440];

/** Expects the document not to scroll sideways at any width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const excess = () =>
      page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
    await expect.soft.poll(excess, { message: `${page.url()} at ${width} px` }).toBe(0);
  }
}
