import type { Locator, Page } from '@playwright/test';
import type { Interaction } from './measure-interaction.ts';

const TYPING_MS = 100;

/** The steps of a user on the members list, which begin and end on its first page. */
export function patronInteractions(page: Page, hasDirectory: boolean): Interaction[] {
  const table = page.getByRole('table', { name: 'Members' });
  const search = page.getByRole('searchbox', { name: 'Search members' });
  const filterButton = page.getByRole('button', { name: 'Filter', exact: true });
  const filterMenu = page.getByRole('dialog', { name: 'Filter', exact: true });
  const allBox = page.getByRole('checkbox', { name: 'Select all on this page' });
  const rowMenu = page.getByRole('button', { name: /^Actions for / }).nth(3);
  const panel = page.getByRole('dialog');
  const status = page.getByRole('button', { name: 'Status Active' });
  const blocked = page.getByRole('button', { name: /^Blocked/ });
  const firstRow = table.getByRole('link').first();
  const editItem = page.getByRole('menuitem', { name: 'Edit', exact: true });
  const openEditPanel = async () => {
    await rowMenu.click();
    await editItem.click();
    await panel.getByLabel('First name').waitFor();
  };
  const goBack = async () => {
    await page.goBack();
    await firstRow.waitFor();
  };
  let savedCount = 0;

  const inProgramList: Interaction[] = [
    {
      name: 'open the filter menu',
      prepare: () => pointAt(page, filterButton),
      act: () => click(page),
      isDone: () => document.querySelector('[popover][aria-label="Filter"] button') !== null,
      undo: () => page.keyboard.press('Escape'),
    },
    {
      name: 'apply a filter',
      prepare: async () => {
        await (hasDirectory ? filterButton : status).click();
        if (hasDirectory) await filterMenu.getByRole('button', { name: 'Status' }).click();
        await pointAt(page, blocked);
      },
      act: () => click(page),
      isDone: () =>
        /status=blocked/.test(location.search) &&
        document.querySelector('table[aria-busy]') === null &&
        document.querySelectorAll('table[aria-label="Members"] tbody a').length > 14,
      undo: goBack,
    },
    {
      name: 'open a row menu',
      prepare: () => pointAt(page, rowMenu),
      act: () => click(page),
      isDone: () => document.querySelector('[role="menu"] [role="menuitem"]') !== null,
      undo: () => page.keyboard.press('Escape'),
    },
    {
      name: 'open a member',
      prepare: () => pointAt(page, table.getByRole('link').nth(2)),
      act: () => click(page),
      isDone: () =>
        document.querySelector('table[aria-label="Members"]') === null &&
        document.querySelector('h1') !== null,
      undo: goBack,
    },
    {
      name: 'open the edit panel',
      prepare: async () => {
        await rowMenu.click();
        await pointAt(page, editItem);
      },
      act: () => click(page),
      isDone: () => document.querySelector('dialog[open] input') !== null,
      undo: () => panel.getByRole('button', { name: 'Close' }).click(),
    },
    {
      name: 'save',
      prepare: async () => {
        await openEditPanel();
        savedCount += 1;
        await panel.getByLabel('Phone').fill(`+49-3055501${String(savedCount).padStart(2, '0')}`);
        await pointAt(page, panel.getByRole('button', { name: 'Save' }));
      },
      act: () => click(page),
      isDone: () => document.querySelector('dialog[open]') === null,
      undo: () => firstRow.waitFor(),
    },
    {
      name: 'next page',
      prepare: () => pointAt(page, page.getByRole('button', { name: 'Next page' })),
      act: () => click(page),
      isDone: () =>
        /from=/.test(location.search) && document.querySelector('table[aria-busy]') === null,
      undo: goBack,
    },
    {
      name: 'open the palette and jump',
      act: async () => {
        await page.keyboard.press('Control+k');
        await page.keyboard.type('domains', { delay: TYPING_MS });
        await page.keyboard.press('Enter');
      },
      isDone: () => document.querySelector('h1')?.textContent?.startsWith('Domains') === true,
      undo: goBack,
    },
  ];
  if (!hasDirectory) return inProgramList;
  return [
    {
      name: 'type in the search',
      prepare: () => search.click(),
      act: () => page.keyboard.type('marsh', { delay: TYPING_MS }),
      isDone: () =>
        /q=marsh/.test(location.search) &&
        document.querySelector('table[aria-busy]') === null &&
        document.querySelector('tbody mark') !== null,
      undo: async () => {
        await search.fill('');
        await page.waitForFunction(() => document.querySelector('tbody mark') === null);
      },
    },
    {
      name: 'select all on the page',
      prepare: () => pointAt(page, allBox),
      act: () => click(page),
      isDone: () =>
        [...document.querySelectorAll('[role="status"]')].some(({ textContent }) =>
          textContent?.endsWith('selected'),
        ),
      undo: () => allBox.uncheck(),
    },
    ...inProgramList,
  ];
}

/** Without a click, whose checks by Playwright would be a part of what is measured. */
export async function pointAt(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not on the screen`);
  await page.mouse.move(box.x + Math.min(box.width / 2, 40), box.y + box.height / 2);
}

export async function click(page: Page): Promise<void> {
  await page.mouse.down();
  await page.mouse.up();
}
