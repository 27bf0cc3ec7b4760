import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './overflow.ts';
import { DESKTOP, PHONE } from './viewports.ts';

/** Script to inject instead of axe when the page already has it. */
const EMPTY_SCRIPT = 'true';

/** Where a modal dialog is open. The page behind it is inert, and other tests check it. */
const MODAL = 'dialog:modal';
const TOASTS = 'section[aria-label="Notifications"]';

/**
 * Runs axe on the current page, or on its modal dialogs: every rule in the light theme, and in the dark
 * theme only the rules about contrast. Soft assertions: the test continues and reports all violations at
 * its end.
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

/** Runs axe at desktop and phone size, and checks that the page never scrolls sideways. */
export async function expectAccessibleAndResponsive(page: Page): Promise<void> {
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
  await expectNoSidewaysScroll(page);
}

/**
 * Sets axe up to run fast. Legacy mode: no page has frames, and opening a second page for each run
 * takes longer than the run. Violations only: listing the passes takes as long again. Stylesheets are not
 * loaded again: only rules that are off, and one about audio, read them. Injected once per page: it is
 * half a megabyte.
 */
async function openAxe(page: Page): Promise<AxeBuilder> {
  const isInjected = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isInjected && { axeSource: EMPTY_SCRIPT }) })
    .options({ resultTypes: ['violations'], preload: false })
    .setLegacyMode();
  return (await page.locator(MODAL).count()) > 0 ? axe.include(MODAL).include(TOASTS) : axe;
}
