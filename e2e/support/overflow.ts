import { expect, type Page } from '@playwright/test';

/** 320 px less a scrollbar that takes room, phone, tablet, desktop and a very wide screen. */
export const WIDTHS_PX = [305, 390, 768, 1440, 2560];

/** Checks that the document doesn't scroll sideways at any width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: 900 });
    const excess = () =>
      page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
    await expect.soft.poll(excess, { message: `${page.url()} at ${width} px` }).toBe(0);
  }
}
