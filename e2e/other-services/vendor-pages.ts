import { expect, type Page } from '@playwright/test';
import { paths } from '#console/paths.ts';
import { idOf } from '../vendor/shape.ts';
import type { Switches } from '../vendor/switches.ts';

export const TEAM = '42';

/** A page of the console, and what shows that it has the vendor's data. */
export interface VendorPage {
  readonly address: string;
  /** How many rows its table has, if it is a list. */
  readonly rows?: number;
  /** The id of the item, if it is one's page. */
  readonly id?: string;
}

/** Every page that a deployment with another vendor's services has. */
export function vendorPages(switches: Switches): VendorPage[] {
  const id = (kind: string) => idOf(kind, 1, switches);
  // Those that nobody can read are listed too.
  const unreadable = switches.hasUnreadableItem ? 3 : 0;
  const page = (address: string, itemId?: string): VendorPage =>
    itemId === undefined ? { address } : { address, id: itemId };
  return [
    { address: paths.overview(TEAM) },
    { address: paths.accounts(TEAM), rows: 12 + unreadable },
    page(paths.account(TEAM, id('acc')), id('acc')),
    { address: paths.boards(TEAM), rows: 3 + unreadable },
    page(paths.board(TEAM, id('board')), id('board')),
    { address: paths.domains(TEAM), rows: 4 + unreadable },
    page(paths.domain(TEAM, '1'), '1'),
    page(paths.domainExperience(TEAM, '1')),
    { address: paths.emailTemplates(TEAM), rows: 3 + unreadable },
    page(paths.emailTemplate(TEAM, id('mail')), id('mail')),
    { address: paths.members(TEAM), rows: 12 + unreadable },
    page(paths.member(TEAM, id('K')), id('K')),
    page(paths.editMember(TEAM, id('K')), id('K')),
    { address: paths.activities(TEAM), rows: 3 + unreadable },
    page(paths.activity(TEAM, id('hover')), id('hover')),
    page(paths.webhooks(TEAM)),
    page(paths.security()),
    page(paths.profile()),
  ];
}

/** Texts of a page that couldn't read a response, or that shows what should have been left out. */
const WRONG =
  /unexpected response|Couldn't load|can't be loaded|failed in the console|\b(null|undefined|NaN|Invalid Date)\b|\[object/;

const LOADING = '[role=progressbar][aria-label=Loading], [aria-busy=true], [class*=skeleton]';

/** How long a page may take to show its data. */
const TIMEOUT_MS = 10_000;

/** What is wrong with a page, once it has loaded: no heading, rows or item, or something it couldn't read. */
export async function problemsOf(page: Page, { address, rows, id }: VendorPage): Promise<string[]> {
  let problems: string[] = [];
  await expect
    .poll(
      async () => {
        problems = await read();
        return problems.length;
      },
      { timeout: TIMEOUT_MS },
    )
    .toBe(0)
    .catch(() => undefined);
  return problems.map((problem) => `${address}: ${problem}`);

  async function read(): Promise<string[]> {
    const body = page.locator('body');
    const table = page.getByRole('table').first();
    const shown = await table.locator('tbody tr').count();
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden doesn't count
    const text = await body.innerText();
    const wrong = text
      .split('\n')
      // Values without a place of their own are shown as JSON.
      .filter((line) => !line.startsWith('{') && WRONG.test(line));
    return [
      ...((await page.getByRole('main').getByRole('heading').count()) === 0 ? ['no heading'] : []),
      ...((await page.locator(LOADING).count()) > 0 ? ['loading'] : []),
      ...(rows !== undefined && shown !== rows ? [`${shown} rows`] : []),
      ...(id !== undefined && !text.includes(id) ? [`no ${id}`] : []),
      ...wrong,
    ];
  }
}
