import type { Page } from '@playwright/test';
import { expect, IS_FULL_RUN, test } from '../../fixtures.ts';
import { confirmPassword } from '../../support/factors.ts';
import { ADMIN, signIn } from '../../support/sign-in.ts';

declare global {
  interface Window {
    /** For each toast since `watchToasts`, whether it was on top of the page in its first and a later frame. */
    toastsOnTop: (readonly boolean[])[];
  }
}

const ROUNDS = IS_FULL_RUN ? 60 : 10;
/** Frames for which each toast is watched; more toasts than four push it out later. */
const FRAMES = 3;

test.setTimeout(240_000);

/** Slows the page, and watches every toast from its first frame on. */
async function watchToasts(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.evaluate((frames) => {
    window.toastsOnTop = [];
    const isOnTop = (toast: Element) => {
      const { left, top, width, height } = toast.getBoundingClientRect();
      return toast.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    };
    const seen = new Set<Element>();
    const watch = (toast: Element, results: boolean[]) =>
      requestAnimationFrame(() => {
        results.push(toast.isConnected && isOnTop(toast));
        if (results.length < frames) watch(toast, results);
        else window.toastsOnTop.push(results);
      });
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[data-toasts] [role]')) {
        if (!seen.has(toast)) {
          seen.add(toast);
          watch(toast, []);
        }
      }
    }).observe(document.body, { childList: true, subtree: true });
  }, FRAMES);
}

async function expectAllOnTop(page: Page, count: number): Promise<void> {
  await expect.poll(() => page.evaluate(() => window.toastsOnTop.length)).toBe(count);
  const seen = await page.evaluate(() => window.toastsOnTop);
  expect(seen.filter((frames) => frames.includes(false))).toEqual([]);
}

test('a success is visible while a dialog closes', async ({ page }) => {
  await page.route('**/account/password', (route) => route.fulfill({ status: 204 }));
  await signIn(page, '/security');
  await watchToasts(page);
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  for (let round = 0; round < ROUNDS; round++) {
    await page.getByRole('button', { name: 'Change password' }).click();
    await dialog.getByLabel('Current password').fill('patron-demo-admin');
    await dialog.getByLabel('New password').fill('patron-demo-admin');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  }
  await expectAllOnTop(page, ROUNDS);
});

test('a message is visible while a menu closes', async ({ page }) => {
  // As high as a stack of toasts and the rows above it.
  await page.setViewportSize({ width: 1440, height: 1400 });
  await signIn(page, '/teams/1/people');
  const menu = page.getByRole('button', { name: /^Actions for .*@/ });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Resend invitation' }).click();
  await confirmPassword(page, ADMIN.password);
  await watchToasts(page);
  // Ten a day succeed, the others are errors.
  for (let round = 0; round < ROUNDS; round++) {
    await menu.click();
    await page.getByRole('menuitem', { name: 'Resend invitation' }).click();
  }
  await expectAllOnTop(page, ROUNDS);
});
