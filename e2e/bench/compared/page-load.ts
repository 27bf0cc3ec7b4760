import type { CDPSession, Page } from '@playwright/test';

/** DevTools' "Fast 4G". */
const FAST_4G = {
  offline: false,
  downloadThroughput: (9_000_000 / 8) * 0.9,
  uploadThroughput: (1_500_000 / 8) * 0.9,
  latency: 60 * 2.75,
};
export const CPU_SLOWDOWN = 4;

/** One cold load and one page change: times in ms, and bytes of JavaScript and CSS. */
export interface PageLoad {
  firstContentfulPaint: number;
  largestContentfulPaint: number;
  /** When the viewport is full of rows. */
  rowsVisible: number;
  /** All that the page renders: for a long list, those in and around the viewport. */
  rowsDrawn: number;
  totalBlockingTime: number;
  /** NaN of a page without a next one. */
  pageChange: number;
  scriptAndStyleBytes: number;
}

interface Measured {
  page: Page;
  url: string;
  /** Counts the rows that are filled in. */
  rowSelector: string;
  /** How many rows fit into the viewport, and how many the page finally has. */
  rowsInWindow: number;
  rowsInPage: number;
  nextPage?: string;
}

declare global {
  interface Window {
    bench: { lcp: number; blocking: number; rowsVisible: number; rowsDrawn: number };
  }
}

/** Loads a page without cache on a slow device until its rows are visible, then goes to the next page. */
export async function measurePageLoad({
  page,
  url,
  rowSelector,
  rowsInWindow,
  rowsInPage,
  nextPage,
}: Measured): Promise<PageLoad> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devtools.send('Network.emulateNetworkConditions', FAST_4G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  let scriptAndStyleBytes = 0;
  const kinds = new Map<string, string>();
  devtools.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind === 'Script' || kind === 'Stylesheet') scriptAndStyleBytes += encodedDataLength;
  });
  const isIdle = watchRequests(devtools);
  await page.addInitScript(observe, { rowSelector, rowsInWindow, rowsInPage });

  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.bench.rowsDrawn > 0, undefined, { timeout: 120_000 });
  await isIdle();
  const load = await page.evaluate(() => ({
    firstContentfulPaint:
      performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    largestContentfulPaint: window.bench.lcp,
    rowsVisible: window.bench.rowsVisible,
    rowsDrawn: window.bench.rowsDrawn,
    totalBlockingTime: window.bench.blocking,
  }));
  const pageChange =
    nextPage === undefined
      ? Number.NaN
      : await page.evaluate(changePage, { rowSelector, nextPage });
  await devtools.detach();
  return { ...load, pageChange, scriptAndStyleBytes };
}

/** @returns what waits until half a second went by without a request; event streams never end, and don't count */
function watchRequests(devtools: CDPSession): () => Promise<void> {
  const open = new Set<string>();
  let lastChange = performance.now();
  const change = (apply: () => void) => {
    apply();
    lastChange = performance.now();
  };
  const end = ({ requestId }: { requestId: string }) => change(() => open.delete(requestId));
  devtools.on('Network.requestWillBeSent', ({ requestId }) => change(() => open.add(requestId)));
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType === 'text/event-stream') end({ requestId });
  });
  devtools.on('Network.loadingFinished', end);
  devtools.on('Network.loadingFailed', end);
  return async () => {
    while (open.size > 0 || performance.now() - lastChange < 500) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
}

/** Runs in the page before its own scripts. */
function observe({
  rowSelector,
  rowsInWindow,
  rowsInPage,
}: Pick<Measured, 'rowSelector' | 'rowsInWindow' | 'rowsInPage'>): void {
  window.bench = { lcp: 0, blocking: 0, rowsVisible: 0, rowsDrawn: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.bench.lcp = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      window.bench.blocking += Math.max(0, duration - 50);
    }
  }).observe({ type: 'longtask', buffered: true });
  const onRowCount = (rows: number, callback: () => void) => {
    const check = () => {
      const isReached = document.querySelectorAll(rowSelector).length >= rows;
      // Painted with the next frame.
      requestAnimationFrame(isReached ? callback : check);
    };
    requestAnimationFrame(check);
  };
  onRowCount(rowsInWindow, () => {
    window.bench.rowsVisible = performance.now();
  });
  onRowCount(rowsInPage, () => {
    window.bench.rowsDrawn = performance.now();
  });
}

/** Runs in the page: measures from the click until a frame with a different first row is painted. */
function changePage({ rowSelector, nextPage }: { rowSelector: string; nextPage: string }) {
  const first = () => document.querySelector(rowSelector)?.textContent ?? '';
  const before = first();
  const start = performance.now();
  document.querySelector<HTMLElement>(nextPage)?.click();
  return new Promise<number>((resolve, reject) => {
    const elapsed = () => performance.now() - start;
    const check = () => {
      const text = first();
      // Painted with the next frame.
      if (text !== '' && text !== before) requestAnimationFrame(() => resolve(elapsed()));
      else if (elapsed() > 60_000) reject(new Error('The page did not change'));
      else requestAnimationFrame(check);
    };
    requestAnimationFrame(check);
  });
}
