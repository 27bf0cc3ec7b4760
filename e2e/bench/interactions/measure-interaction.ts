import type { Page } from '@playwright/test';

/** Something that a user does on a page, as often as wanted. */
export interface Interaction {
  name: string;
  /** Brings the page to where it begins, and the pointer to where it clicks. */
  prepare?: () => Promise<unknown>;
  act: () => Promise<unknown>;
  /** Runs in the page: whether the result is on the screen. */
  isDone: () => boolean;
  /** Brings the page back to the list. */
  undo: () => Promise<unknown>;
}

export interface MeasuredInteraction {
  /** From the slowest event of the interaction to the next paint. */
  paint: number;
  /** From its first event until the result is painted. */
  result: number;
}

declare global {
  interface Window {
    interaction: { start: number; paint: number; observer: PerformanceObserver };
  }
}

const RESULT_TIMEOUT_MS = 120_000;
/** The browser's own resolution: what is painted with the next frame isn't reported. */
const FRAME_MS = 16;

/** Reports the events of all pages that the context opens from now on. */
export function observeEvents(page: Page): Promise<unknown> {
  return page.addInitScript((frameMs) => {
    const read = (list: PerformanceEntry[]) => {
      for (const { duration, interactionId } of list as PerformanceEventTiming[]) {
        if (interactionId) window.interaction.paint = Math.max(window.interaction.paint, duration);
      }
    };
    const observer = new PerformanceObserver((list) => read(list.getEntries()));
    observer.observe({ type: 'event', durationThreshold: frameMs } as PerformanceObserverInit);
    window.interaction = { start: 0, paint: frameMs, observer };
    for (const type of ['pointerdown', 'keydown']) {
      addEventListener(type, ({ timeStamp }) => {
        window.interaction.start ||= timeStamp;
      });
    }
  }, FRAME_MS);
}

export async function measureInteraction(
  page: Page,
  { prepare, act, isDone, undo }: Interaction,
): Promise<MeasuredInteraction> {
  await prepare?.();
  await settle(page);
  await page.evaluate((frameMs) => {
    Object.assign(window.interaction, { start: 0, paint: frameMs });
  }, FRAME_MS);
  await act();
  const done = await page.waitForFunction(isDone, undefined, {
    polling: 'raf',
    timeout: RESULT_TIMEOUT_MS,
  });
  await done.dispose();
  const result = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() => resolve(performance.now() - window.interaction.start));
      }),
  );
  // Events are reported after their paint.
  await settle(page);
  const { paint } = await page.evaluate(() => ({ paint: window.interaction.paint }));
  await undo();
  return { paint, result };
}

/** Until nothing is loading, and the page has nothing else to do. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.evaluate(
    () => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 5_000 })),
  );
}
