import type { Locator, Page } from '@playwright/test';
import { DIRECTORY_BUILDING_MS, expect, IS_FULL_RUN, directoryTest as test } from '../fixtures.ts';
import { type ConsolePage, everyPage, navigateTo, readItemIds } from '../support/every-page.ts';
import { createMember } from '../support/loyalty.ts';
import { startPatronServer } from '../support/patron-server.ts';
import { signIn } from '../support/sign-in.ts';
import { startSlowProxy } from '../support/slow-proxy.ts';

test.skip(!IS_FULL_RUN);

/** The server is killed for each of these groups of pages, because their tabs reconnect together. */
const ROUNDS = 6;
/** What a page must not say before it knows. */
const UNTRUE =
  /\b0 of 0\b|\bNo .* yet\b|Couldn't|not found|doesn't exist|all caught up|was updated/;

const lost = (page: Page) => page.getByText(/Connection lost\. Retrying/);
const shown = (page: Page, { shows }: ConsolePage): Locator => page.getByText(shows).first();
/** The line at the top, a busy table, a skeleton, or a form that isn't filled in yet. */
const loading = (page: Page): Locator =>
  page.locator('[role=progressbar][aria-label=Loading], [aria-busy=true], [data-skeleton]');

/** Fails if the page doesn't show its data yet, but says something about it. */
async function expectNothingUntrue(page: Page, target: ConsolePage): Promise<void> {
  await expect
    .poll(async () => {
      const untrue = await page.getByText(UNTRUE).or(page.getByRole('alert')).allTextContents();
      // Some pages say so because it is true. They may appear at any moment.
      return (await shown(page, target).isVisible()) ? [] : untrue;
    })
    .toEqual([]);
}

test.describe('every page survives a server that is killed and restarted, and needs no reload', () => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    test(`group ${round} of ${ROUNDS}`, async ({ page, context, request, patron }) => {
      test.setTimeout(120_000);
      await createMember(request, patron.url, { member_id: `AUDITED-${round}` });
      await signIn(page);
      const pages = everyPage(await readItemIds(page));
      await page.close();
      const group = pages.filter((_page, index) => index % ROUNDS === round - 1);
      const tabs: { tab: Page; next: ConsolePage }[] = [];
      for (const [index, target] of group.entries()) {
        const tab = await context.newPage();
        await tab.goto(target.address);
        await expect(shown(tab, target)).toBeVisible();
        // A reload would remove it.
        await tab.evaluate(() => Object.assign(window, { isMarked: true }));
        tabs.push({ tab, next: group[(index + 1) % group.length] ?? target });
      }

      await patron.kill();
      // Each tab goes to the page after its own, whose data it has never read.
      for (const { tab, next } of tabs) {
        await navigateTo(tab, next.address);
        await expect(lost(tab).or(shown(tab, next)).first()).toBeVisible();
        await expectNothingUntrue(tab, next);
      }

      await patron.restart();
      for (const { tab, next } of tabs) {
        await expect(shown(tab, next)).toBeVisible();
        await expect(lost(tab)).toHaveCount(0);
        expect(await tab.evaluate(() => 'isMarked' in window)).toBe(true);
      }
    });
  }
});

test('every page shows that it is loading, and nothing untrue, exactly until its responses arrive', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  const proxy = await startSlowProxy();
  const patron = await startPatronServer({
    PORT: String(proxy.targetPort),
    PATRON_PUBLIC_URL: proxy.url,
    PATRON_DIRECTORY_POLL_SECONDS: '60',
  });
  try {
    await createMember(request, patron.url, { member_id: 'AUDITED' });
    await signIn(page, `${proxy.url}/teams/1/none`);
    const pages = everyPage(await readItemIds(page));
    for (const target of pages) {
      // The data of the page before it is not cached.
      await page.goto(`${proxy.url}/teams/1/none`);
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
      await proxy.whilePaused(async () => {
        await navigateTo(page, target.address);
        await expect(loading(page).or(shown(page, target)).first()).toBeVisible();
        await expectNothingUntrue(page, target);
      });
      await expect(shown(page, target)).toBeVisible();
      // The first page comes while the member directory is built, and the overview counts by many requests until then.
      await expect(loading(page)).toHaveCount(0, { timeout: DIRECTORY_BUILDING_MS });
    }
  } finally {
    await proxy.close();
    await patron.remove();
  }
});
