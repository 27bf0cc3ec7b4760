import type { Page } from '@playwright/test';
import type { Interaction } from './measure-interaction.ts';
import { click, pointAt } from './patron-interactions.ts';

/** The steps that the page of react-admin has, too. */
export function reactAdminInteractions(page: Page): Interaction[] {
  const status = page.getByRole('combobox', { name: 'Status' });
  const firstRow = page.locator('.RaDatagrid-tbody tr').first();
  const choose = async (name: string) => {
    await status.click();
    await pointAt(page, page.getByRole('option', { name, exact: true }));
  };
  return [
    {
      name: 'apply a filter',
      prepare: () => choose('Blocked'),
      act: () => click(page),
      isDone: () =>
        document.querySelector('.RaDatagrid-tbody tr .column-member_status')?.textContent ===
        'blocked',
      undo: async () => {
        await choose('Active');
        await click(page);
        await page.waitForFunction(
          () =>
            document.querySelector('.RaDatagrid-tbody tr .column-member_status')?.textContent ===
            'active',
        );
      },
    },
    {
      name: 'open a row menu',
      prepare: () => pointAt(page, page.getByRole('button', { name: /^Actions for / }).nth(3)),
      act: () => click(page),
      isDone: () => document.querySelector('[role="menu"] [role="menuitem"]') !== null,
      undo: () => page.keyboard.press('Escape'),
    },
    {
      name: 'next page',
      prepare: async () => {
        const first = await firstRow.textContent();
        await page.evaluate((text) => {
          document.documentElement.dataset.firstRow = text ?? '';
        }, first);
        await pointAt(page, page.getByRole('button', { name: 'Go to next page' }));
      },
      act: () => click(page),
      isDone: () =>
        (document.querySelector('.RaDatagrid-tbody tr')?.textContent ?? '') !==
        document.documentElement.dataset.firstRow,
      undo: async () => {
        await page.getByRole('button', { name: 'Go to previous page' }).click();
        await page.waitForFunction(
          () =>
            document.querySelector('.RaDatagrid-tbody tr')?.textContent ===
            document.documentElement.dataset.firstRow,
        );
      },
    },
  ];
}
