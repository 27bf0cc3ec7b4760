import type { BrowserContext } from '@playwright/test';
import { startPatronServer } from '../../support/patron-server.ts';
import type { Figure } from '../figure.ts';
import { percentile } from '../statistics.ts';
import { launchBrowser, openCompared, openPatron } from './browser.ts';
import { startComparedPage } from './compared-page.ts';
import { measurePageLoad, type PageLoad } from './page-load.ts';

const ROUNDS = 5;
/** Rows that fit into the viewport. */
const VIEWPORT_ROWS = 15;

type Budgets = Partial<Record<keyof PageLoad, number>>;
const OF_BARE_PAGE = 1.35;
/** Limits of the ratios, by what is compared and the number of rows. */
const BUDGETS: Record<'react-admin' | 'bare page', Record<number, Budgets>> = {
  'react-admin': {
    100: {
      firstContentfulPaint: 0.5,
      largestContentfulPaint: 0.9,
      rowsVisible: 0.6,
      rowsDrawn: 0.8,
      totalBlockingTime: 0.35,
      pageChange: 0.25,
    },
    1000: { pageChange: 0.03 },
  },
  'bare page': {
    100: {
      firstContentfulPaint: OF_BARE_PAGE,
      largestContentfulPaint: OF_BARE_PAGE,
      rowsVisible: OF_BARE_PAGE,
      rowsDrawn: OF_BARE_PAGE,
      totalBlockingTime: OF_BARE_PAGE,
    },
  },
};
const FIGURES: [keyof PageLoad, string][] = [
  ['firstContentfulPaint', 'first contentful paint'],
  ['largestContentfulPaint', 'largest contentful paint'],
  ['rowsVisible', 'rows visible'],
  ['rowsDrawn', 'all rows drawn'],
  ['totalBlockingTime', 'total blocking time'],
  ['pageChange', 'page change'],
];

/**
 * The members page from a cold start for a signed-in user, compared with a react-admin page that does
 * the same over the same API, and with a bare table made of Patron's packages, which is the least that
 * such a page takes: medians of interleaved loads.
 */
export async function benchComparedPages(): Promise<Figure[]> {
  const browser = await launchBrowser();
  const patron = await startPatronServer();
  const reactAdmin = await startComparedPage('react-admin', patron.url);
  const bare = await startComparedPage('bare-page', patron.url);
  try {
    const context = await openPatron(browser, patron.url);
    const inReactAdmin = await openCompared(browser, patron.url, reactAdmin.url);
    const inBarePage = await openCompared(browser, patron.url, bare.url);
    const figures: Figure[] = [];
    for (const rows of [100, 1000]) {
      const ours: PageLoad[] = [];
      const theirs: PageLoad[] = [];
      const least: PageLoad[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        ours.push(await loadPatron(context, patron.url, rows));
        theirs.push(await loadReactAdmin(inReactAdmin, reactAdmin.url, rows));
        least.push(await loadBarePage(inBarePage, bare.url, rows));
      }
      figures.push(...compare(rows, ours, 'react-admin', theirs));
      figures.push(...compare(rows, ours, 'bare page', least));
    }
    return figures;
  } finally {
    await browser.close();
    await reactAdmin.stop();
    await bare.stop();
    await patron.remove();
  }
}

async function loadPatron(context: BrowserContext, url: string, rows: number) {
  const page = await context.newPage();
  const load = await measurePageLoad({
    page,
    url: `${url}/teams/1/members${rows === 100 ? '' : `?count=${rows}`}`,
    rowSelector: 'table[aria-label="Members"] tbody tr a',
    rowsInWindow: VIEWPORT_ROWS,
    // Patron renders only the visible rows of a long list.
    rowsInPage: rows > 100 ? VIEWPORT_ROWS : rows,
    nextPage: 'button[aria-label="Next page"]',
  });
  await page.close();
  return load;
}

async function loadReactAdmin(context: BrowserContext, url: string, rows: number) {
  const page = await context.newPage();
  const load = await measurePageLoad({
    page,
    url: `${url}/?rows=${rows}#/members?perPage=${rows}&filter=${encodeURIComponent('{"status":"active"}')}`,
    rowSelector: '.RaDatagrid-tbody tr',
    rowsInWindow: VIEWPORT_ROWS,
    rowsInPage: rows,
    nextPage: 'button[aria-label="Go to next page"]',
  });
  await page.close();
  return load;
}

async function loadBarePage(context: BrowserContext, url: string, rows: number) {
  const page = await context.newPage();
  const load = await measurePageLoad({
    page,
    url: `${url}/?count=${rows}`,
    rowSelector: 'tbody tr',
    rowsInWindow: VIEWPORT_ROWS,
    rowsInPage: rows,
    nextPage: 'button[aria-label="Next page"]',
  });
  await page.close();
  return load;
}

function compare(
  rows: number,
  ours: PageLoad[],
  other: keyof typeof BUDGETS,
  theirs: PageLoad[],
): Figure[] {
  const median = (loads: PageLoad[], key: keyof PageLoad) =>
    percentile(
      loads.map((load) => load[key]),
      0.5,
    );
  const suite = `members page, ${rows.toLocaleString('en')} rows`;
  const times = FIGURES.map(
    ([key, name]): Figure => ({
      suite,
      name,
      unit: 'ms',
      value: median(ours, key),
      against: { name: other, value: median(theirs, key) },
      budget: BUDGETS[other][rows]?.[key],
    }),
  );
  const bytes: Figure = {
    suite,
    name: 'JavaScript and CSS as sent',
    unit: 'KB',
    value: median(ours, 'scriptAndStyleBytes') / 1000,
    against: { name: other, value: median(theirs, 'scriptAndStyleBytes') / 1000 },
    budget: undefined,
  };
  return [...times, bytes];
}
