import type { Page } from '@playwright/test';
import { paths } from '#console/paths.ts';
import { expect, directoryTest as test } from '../../fixtures.ts';
import { createMember } from '../../support/loyalty.ts';
import { signIn } from '../../support/sign-in.ts';

const LISTS = [
  ['Accounts', paths.accounts('1')],
  ['Boards', paths.boards('1')],
  ['Domains', paths.domains('1')],
  ['Email templates', paths.emailTemplates('1')],
  ['Members', paths.members('1')],
  ['Activities', paths.activities('1')],
  ['Webhook events', paths.webhooks('1')],
  ['People', paths.people('1')],
  ['Audit log', paths.auditLog('1')],
] as const;

/** Values with a fixed form: dates, numbers, buttons and statuses. Names and texts may be cut. */
const readCutValues = (page: Page) =>
  page.locator('main table').evaluateAll((tables) =>
    tables.flatMap((table) =>
      [...table.querySelectorAll<HTMLElement>('tbody td, thead th')].flatMap((cell) => {
        const text = cell.textContent.trim();
        const isFixed =
          cell.tagName === 'TH' ||
          cell.querySelector('time, button') !== null ||
          /^[\d\s.,:+−%–—/$-]+$/.test(text);
        const cut = [cell, ...cell.querySelectorAll<HTMLElement>('*')].find(
          (element) =>
            getComputedStyle(element).overflowX !== 'visible' &&
            element.clientWidth > 1 &&
            element.scrollWidth > element.clientWidth,
        );
        return isFixed && cut
          ? [`${cut.textContent} (${cut.scrollWidth} in ${cut.clientWidth} px)`]
          : [];
      }),
    ),
  );

for (const width of [1440, 2560]) {
  test(`no date, number, status or action of a table is cut at ${width} pixels`, async ({
    page,
    patron,
    request,
  }) => {
    await createMember(request, patron.url, { member_id: `cells-${width}` });
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, paths.accounts('1'));
    for (const [name, address] of LISTS) {
      await page.goto(address);
      await expect(page.getByRole('table').first()).toBeVisible();
      await expect(page.locator('main table tbody tr').first()).toBeVisible();
      await expect(page.locator('[data-skeleton]')).toHaveCount(0);
      expect.soft(await readCutValues(page), name).toEqual([]);
    }
  });
}
