import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './overflow.ts';
import { DESK, PHONE } from './viewports.ts';

/** What is run in a page that has axe, in place of bringing it. */
const NOTHING_MORE = 'true';

/**
 * Expects axe to find nothing on the page as it stands: every rule in light, and in dark what a theme
 * changes, the contrast. Softly: the test goes on, and fails at its end with all that was found.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const axe = await openAxe(page);
    const { violations } = await (colorScheme === 'light'
      ? axe.analyze()
      : axe.withRules(['color-contrast', 'link-in-text-block']).analyze());
    const found = violations.map(
      ({ id, nodes }) => `${colorScheme}: ${id} at ${nodes.map((node) => node.target).join(', ')}`,
    );
    expect.soft(found, page.url()).toEqual([]);
  }
}

/** Expects the same of it at a desk and on a phone, and that it fits every width. */
export async function expectWellMade(page: Page): Promise<void> {
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
  await expectNoSidewaysScroll(page);
}

/**
 * Axe on the page, run in one piece (legacy mode), because no page has frames and a second page for each
 * run takes longer than the run; without an account of what was found right, which takes as long again;
 * and brought into the page once, as half a megabyte takes its time too.
 */
async function openAxe(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: NOTHING_MORE }) });
  return axe.options({ resultTypes: ['violations'] }).setLegacyMode();
}
