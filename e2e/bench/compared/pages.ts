import type { BrowserContext } from '@playwright/test';
import { waitForDirectory } from '../../support/loyalty.ts';
import { startPatronServer } from '../../support/patron-server.ts';
import type { Figure } from '../figure.ts';
import { percentile } from '../statistics.ts';
import { launchBrowser, openPatron } from './browser.ts';
import { measurePageLoad, type PageLoad } from './page-load.ts';

const ROUNDS = Number(process.env.PATRON_TEST_BENCH_ROUNDS ?? 5);
/** A page may take this many times as long as the members page. */
const BUDGET = 1.2;

/** Nothing of the page is loading. */
const COMPLETE = 'main:not(:has([data-skeleton])):not(:has([aria-busy="true"]))';

interface BenchPage {
  path: string;
  /** What the page is for; it is complete with as many of them. */
  content: string;
  count: number;
}

const PAGES = {
  members: { path: 'members', content: 'table[aria-label="Members"] tbody tr a', count: 15 },
  overview: { path: 'overview', content: `${COMPLETE} h2`, count: 7 },
  accounts: { path: 'accounts', content: 'table[aria-label="Accounts"] tbody tr a', count: 10 },
  member: { path: 'members/M-000004', content: `${COMPLETE} h2`, count: 7 },
} satisfies Record<string, BenchPage>;

const FIGURES: [keyof PageLoad, string][] = [
  ['firstContentfulPaint', 'first contentful paint'],
  ['largestContentfulPaint', 'largest contentful paint'],
  ['rowsVisible', 'content visible'],
  ['totalBlockingTime', 'total blocking time'],
];

/**
 * The pages that people begin with, from a cold start like the members page of `compare`, and compared with it:
 * medians of interleaved loads. The members are in the directory, so that each page has everything that it can have.
 */
export async function benchPages(): Promise<Figure[]> {
  const browser = await launchBrowser();
  const patron = await startPatronServer({ PATRON_DIRECTORY_POLL_SECONDS: '60' });
  try {
    await waitForDirectory(patron.url);
    const context = await openPatron(browser, patron.url);
    const loads: Record<string, PageLoad[]> = {};
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, page] of Object.entries(PAGES)) {
        loads[name] = [...(loads[name] ?? []), await load(context, patron.url, page)];
      }
    }
    const { members = [], ...others } = loads;
    return Object.entries(others).flatMap(([name, measured]) => compare(name, measured, members));
  } finally {
    await browser.close();
    await patron.remove();
  }
}

async function load(context: BrowserContext, url: string, { path, content, count }: BenchPage) {
  const page = await context.newPage();
  const measured = await measurePageLoad({
    page,
    url: `${url}/teams/1/${path}`,
    rowSelector: content,
    rowsInWindow: count,
    rowsInPage: count,
  });
  await page.close();
  return measured;
}

function compare(name: string, loads: PageLoad[], members: PageLoad[]): Figure[] {
  const median = (measured: PageLoad[], key: keyof PageLoad) =>
    percentile(
      measured.map((each) => each[key]),
      0.5,
    );
  const suite = `${name} page`;
  const against = (key: keyof PageLoad) => ({ name: 'members page', value: median(members, key) });
  return [
    ...FIGURES.map(
      ([key, title]): Figure => ({
        ...{ suite, name: title, unit: 'ms', value: median(loads, key) },
        ...{ against: against(key), budget: BUDGET },
      }),
    ),
    {
      ...{ suite, name: 'JavaScript and CSS as sent', unit: 'KB' },
      value: median(loads, 'scriptAndStyleBytes') / 1000,
      against: { name: 'members page', value: median(members, 'scriptAndStyleBytes') / 1000 },
    },
  ];
}
