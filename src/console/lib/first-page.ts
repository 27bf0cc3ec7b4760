import { sleep } from './sleep.ts';

/** A page that takes longer delays the rest of the shell no further. */
const TIMEOUT_MS = 2_000;
/** For browsers without `requestIdleCallback`, and the longest wait for the others. */
const IDLE_MS = 200;

const loaded = Promise.withResolvers<void>();

/** The first page has its code and its data, or failed to load them. */
export function reportFirstPage(): void {
  loaded.resolve();
}

/** Resolves once the browser is idle after the first page, for what should not slow it down. */
export async function afterFirstPage(): Promise<void> {
  await Promise.race([loaded.promise, sleep(TIMEOUT_MS)]);
  await new Promise<unknown>((resolve) => {
    if (window.requestIdleCallback) window.requestIdleCallback(resolve, { timeout: IDLE_MS });
    else setTimeout(resolve, IDLE_MS);
  });
}
