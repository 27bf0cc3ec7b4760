import type { Page } from '@playwright/test';

/** DevTools' "Fast 4G". */
const FAST_4G = {
  offline: false,
  downloadThroughput: (9_000_000 / 8) * 0.9,
  uploadThroughput: (1_500_000 / 8) * 0.9,
  latency: 60 * 2.75,
};
const CPU_SLOWDOWN = 4;

/** What one cold load and one page change took: milliseconds, and bytes of JavaScript and CSS. */
export interface PageLoad {
  firstContentfulPaint: number;
  largestContentfulPaint: number;
  rowsVisible: number;
  totalBlockingTime: number;
  pageChange: number;
  scriptAndStyleBytes: number;
}

interface Measured {
  page: Page;
  url: string;
  /** Counts the rows that are filled in. */
  rowSelector: string;
  rows: number;
  nextPage: string;
}

declare global {
  interface Window {
    bench: { lcp: number; blocking: number; rowsVisible: number };
  }
}

/** Loads a page without cache, slowed down, until its rows are there; then goes to the next page. */
export async function measurePageLoad({
  page,
  url,
  rowSelector,
  rows,
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
  await page.addInitScript(observe, { rowSelector, rows });

  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.bench.rowsVisible > 0, undefined, { timeout: 120_000 });
  await page.waitForLoadState('networkidle');
  const load = await page.evaluate(() => ({
    firstContentfulPaint:
      performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    largestContentfulPaint: window.bench.lcp,
    rowsVisible: window.bench.rowsVisible,
    totalBlockingTime: window.bench.blocking,
  }));
  const pageChange = await page.evaluate(changePage, { rowSelector, nextPage });
  await devtools.detach();
  return { ...load, pageChange, scriptAndStyleBytes };
}

/** Runs in the page, before anything of its own. */
function observe({ rowSelector, rows }: { rowSelector: string; rows: number }): void {
  window.bench = { lcp: 0, blocking: 0, rowsVisible: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.bench.lcp = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      window.bench.blocking += Math.max(0, duration - 50);
    }
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    if (document.querySelectorAll(rowSelector).length >= rows) {
      // Painted with the next frame.
      requestAnimationFrame(() => {
        window.bench.rowsVisible = performance.now();
      });
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Runs in the page: from the click until the frame in which the first row is another was painted. */
function changePage({ rowSelector, nextPage }: { rowSelector: string; nextPage: string }) {
  const first = () => document.querySelector(rowSelector)?.textContent ?? '';
  const before = first();
  const start = performance.now();
  document.querySelector<HTMLElement>(nextPage)?.click();
  return new Promise<number>((resolve, reject) => {
    const elapsed = () => performance.now() - start;
    const look = () => {
      const text = first();
      // Painted with the next frame.
      if (text !== '' && text !== before) requestAnimationFrame(() => resolve(elapsed()));
      else if (elapsed() > 60_000) reject(new Error('The page did not change'));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
