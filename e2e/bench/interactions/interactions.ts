import type { BrowserContext, Page } from '@playwright/test';
import { waitForDirectory } from '../../support/loyalty.ts';
import { startPatronServer } from '../../support/patron-server.ts';
import { launchBrowser, openCompared, openPatron } from '../compared/browser.ts';
import { startComparedPage } from '../compared/compared-page.ts';
import { CPU_SLOWDOWN } from '../compared/page-load.ts';
import type { Figure } from '../figure.ts';
import { percentile } from '../statistics.ts';
import {
  type Interaction,
  type MeasuredInteraction,
  measureInteraction,
  observeEvents,
} from './measure-interaction.ts';
import { patronInteractions } from './patron-interactions.ts';
import { reactAdminInteractions } from './react-admin-interactions.ts';

const ROUNDS = Number(process.env.PATRON_TEST_BENCH_ROUNDS ?? 20);
/** A page change of react-admin with 1,000 rows takes ten seconds. */
const COMPARED_ROUNDS = Math.min(ROUNDS, 5);
const P75_LIMIT_MS = 100;
const LONGEST_LIMIT_MS = 200;

/**
 * What a user does with the members list all day, on a CPU slowed down four times: with 100 rows of the directory,
 * and with 1,000 of the program's own list, which has no search and no selection. Beside a react-admin page, which
 * always lists the program.
 */
export async function benchInteractions(): Promise<Figure[]> {
  return [...(await benchRows(100)), ...(await benchRows(1000))];
}

async function benchRows(rows: number): Promise<Figure[]> {
  const hasDirectory = rows === 100;
  const patron = await startPatronServer(
    hasDirectory ? { PATRON_DIRECTORY_POLL_SECONDS: '60' } : {},
  );
  try {
    if (hasDirectory) await waitForDirectory(patron.url);
    return await measureRows(patron.url, rows);
  } finally {
    await patron.remove();
  }
}

async function measureRows(url: string, rows: number): Promise<Figure[]> {
  const hasDirectory = rows === 100;
  const browser = await launchBrowser();
  const reactAdmin = await startComparedPage('react-admin', url);
  try {
    const ours = await openSlowPage(
      await openPatron(browser, url),
      `${url}/teams/1/members${hasDirectory ? '' : `?count=${rows}`}`,
    );
    const theirs = await openSlowPage(
      await openCompared(browser, url, reactAdmin.url),
      `${reactAdmin.url}/?rows=${rows}#/members?perPage=${rows}&filter=${encodeURIComponent('{"status":"active"}')}`,
    );
    await ours.locator('table[aria-label="Members"] tbody tr a').first().waitFor();
    await theirs.locator('.RaDatagrid-tbody tr').first().waitFor({ timeout: 120_000 });
    const samples = new Map<string, MeasuredInteraction[]>();
    const compared = new Map<string, MeasuredInteraction[]>();
    for (let round = 0; round < ROUNDS; round++) {
      await measureAll(ours, patronInteractions(ours, hasDirectory), samples);
      if (round < COMPARED_ROUNDS) {
        await measureAll(theirs, reactAdminInteractions(theirs), compared);
      }
    }
    const suite = `interactions, ${rows.toLocaleString('en')} rows`;
    return [...samples].flatMap(([name, measured]) =>
      toFigures(suite, name, measured, compared.get(name)),
    );
  } finally {
    await browser.close();
    await reactAdmin.stop();
  }
}

async function openSlowPage(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await observeEvents(page);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(url);
  return page;
}

async function measureAll(
  page: Page,
  interactions: Interaction[],
  samples: Map<string, MeasuredInteraction[]>,
): Promise<void> {
  for (const interaction of interactions) {
    const measured = await measureInteraction(page, interaction);
    samples.set(interaction.name, [...(samples.get(interaction.name) ?? []), measured]);
  }
}

function toFigures(
  suite: string,
  name: string,
  ours: MeasuredInteraction[],
  theirs: MeasuredInteraction[] | undefined,
): Figure[] {
  const p75 = (measured: MeasuredInteraction[], key: keyof MeasuredInteraction) =>
    percentile(
      measured.map((each) => each[key]),
      0.75,
    );
  const against = (key: keyof MeasuredInteraction) =>
    theirs && { name: 'react-admin', value: p75(theirs, key) };
  const [paints, unit] = [ours.map(({ paint }) => paint), 'ms' as const];
  return [
    {
      ...{ suite, name: `${name}, next paint, p75`, unit, value: p75(ours, 'paint') },
      ...{ against: against('paint'), limit: P75_LIMIT_MS },
    },
    {
      ...{ suite, name: `${name}, next paint, longest`, unit, value: Math.max(...paints) },
      limit: LONGEST_LIMIT_MS,
    },
    {
      ...{ suite, name: `${name}, result, p75`, unit, value: p75(ours, 'result') },
      against: against('result'),
    },
  ];
}
