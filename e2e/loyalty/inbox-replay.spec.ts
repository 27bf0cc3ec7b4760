import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, IS_FULL_RUN, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { openFilter } from '../support/filters.ts';
import { jumpTo, pressByTab, tabTo } from '../support/keyboard.ts';
import { createMember } from '../support/loyalty.ts';
import { type PatronServer, startPatronServer } from '../support/patron-server.ts';
import { signIn, VIEWER } from '../support/sign-in.ts';
import { deliver, enterCampaign, envelope } from '../support/webhooks.ts';

const WEBHOOKS = '/teams/1/webhooks';

test('replays one event, or all since a time, and labels them as replayed', async ({
  page,
  request,
  patron,
}) => {
  await createMember(request, patron.url, { member_id: 'REPLAY-1' });
  await enterCampaign(request, patron.url, 'To be replayed', 'REPLAY-1');
  await signIn(page, `${WEBHOOKS}?member_id=REPLAY-1`);
  await page.getByRole('table').getByRole('link', { name: 'Campaign entered' }).click();
  await page.getByRole('button', { name: 'Replay event', exact: true }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Replay this event?' });
  await expectAccessible(page);
  await confirm.getByRole('button', { name: 'Replay event' }).click();
  await expect(confirm).toBeHidden();
  const details = page.getByRole('region', { name: 'Details' });
  await expect(details).toContainText('Once');
  await expect(details).toContainText('Replayed');

  await page.goto(WEBHOOKS);
  await page.getByRole('button', { name: 'Replay events' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replay events' });
  await expect(dialog).toContainText(/\d+ replayable events? since then\. .+ already replayed\./);
  await expectAccessible(page);
  await dialog.getByLabel('Received since').fill('2999-01-01T00:00');
  await expect(dialog).toContainText('No replayable events since then.');
  await expect(dialog.getByRole('button', { name: 'Replay events' })).toHaveAccessibleDescription(
    'No events to replay',
  );
  await dialog.getByLabel('Received since').fill('2020-01-01T00:00');
  await dialog.getByRole('button', { name: /^Replay [\d,]+ events?$/ }).click();
  await expect(dialog).toBeHidden();
  const replay = page.getByRole('region', { name: 'Replay' });
  await expect(replay.getByRole('status')).toHaveText(/^[\d,]+ events? (was|were) replayed\./);
  await expect(replay.getByRole('progressbar', { name: 'Replayed' })).toBeVisible();
  await expectAccessible(page);
  await replay.getByRole('button', { name: 'Dismiss' }).click();
  await expect(replay).toBeHidden();
  await page.goto(`${WEBHOOKS}?member_id=REPLAY-1`);
  const row = page.getByRole('table', { name: 'Webhooks' }).getByRole('row');
  await expect(row.filter({ hasText: 'Replayed' })).toHaveCount(1);
});

test('replays what the filtered list shows', async ({ page, request, patron }) => {
  const failing = {
    id: 'B2-failed',
    event_type: 'event_campaign_entered',
    data: { member_info: 7 },
  };
  const other = { id: 'B2-other', event_type: 'event_points_lost', data: { shop: 'Utrecht' } };
  expect(await deliver(request, patron.url, envelope(failing, other))).toBe(200);
  await signIn(page, `${WEBHOOKS}?state=failed&event_type=event_campaign_entered`);
  const list = page.getByRole('table', { name: 'Webhooks' });
  await expect(list).toContainText('Failed');
  await page.getByRole('button', { name: 'Replay events' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replay events' });
  await expect(dialog).toContainText('Type is Campaign entered · Status is Failed');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Replay \d+ events?$/ }).click();
  const replay = page.getByRole('region', { name: 'Replay' });
  await expect(replay).toContainText('Type is Campaign entered · Status is Failed.');
  await expect(replay.getByRole('status')).toHaveText(/replayed\. \d+ failed\.$/);
  await replay.getByRole('button', { name: 'Dismiss' }).click();

  // Types that only this program has can be filtered, and data can be searched.
  await page.goto(WEBHOOKS);
  await (await openFilter(page, 'Type')).getByText('Points lost').click();
  await expect(page).toHaveURL(`${WEBHOOKS}?event_type=event_points_lost`);
  await page.getByRole('searchbox', { name: 'Search events' }).fill('utrecht');
  await expect(page.getByText('1–1 of 1')).toBeVisible();

  await page.goto(`${WEBHOOKS}?list=requests&event_type=event_points_lost`);
  await expect(list.getByRole('row').nth(1)).toContainText('2 types');
  await expect(page.getByRole('button', { name: 'Replay events' })).toHaveAccessibleDescription(
    'Open the events list to replay what it shows',
  );
  expect(await deliver(request, patron.url, envelope())).toBe(200);
  await page.goto(`${WEBHOOKS}?list=requests`);
  await expect(list.getByRole('row').nth(1)).toContainText('Accepted with a warning');
  await expect(list.getByRole('row').nth(1)).toContainText('Contains no events.');
});

test('read-only users see why replays are disabled', async ({ page, request, patron }) => {
  await createMember(request, patron.url, { member_id: 'READ-1' });
  await enterCampaign(request, patron.url, 'Read only', 'READ-1');
  await signIn(page, `${WEBHOOKS}?member_id=READ-1`, { as: VIEWER });
  const all = page.getByRole('button', { name: 'Replay events' });
  await expect(all).toHaveAccessibleDescription(/can view but not change webhooks/);
  await all.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('table').getByRole('link', { name: 'Campaign entered' }).click();
  await expect(
    page.getByRole('button', { name: 'Replay event', exact: true }),
  ).toHaveAccessibleDescription(/can view but not change webhooks/);
});

test('an event can be found and replayed with the keyboard alone', async ({
  page,
  request,
  patron,
}) => {
  await createMember(request, patron.url, { member_id: 'KEYS-1' });
  await enterCampaign(request, patron.url, 'By keyboard', 'KEYS-1');
  await signIn(page);
  await jumpTo(page, 'Webhooks');
  await pressByTab(page, page.getByRole('button', { name: 'Filter', exact: true }));
  await pressByTab(page, page.getByRole('button', { name: 'Member', exact: true }));
  await page.keyboard.type('KEYS-1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await pressByTab(page, page.getByRole('link', { name: 'Campaign entered' }));
  await expect(
    page.getByRole('heading', { level: 1, name: 'KEYS-1 entered By keyboard' }),
  ).toBeFocused();
  const replay = page.getByRole('button', { name: 'Replay event', exact: true });
  // Disabled until the event is processed. Unlike a click, Enter doesn't wait for it.
  await expect(replay).not.toHaveAttribute('aria-disabled');
  await pressByTab(page, replay);
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await tabTo(page, page.getByRole('alertdialog').getByRole('button', { name: 'Replay event' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Replay event', exact: true })).toBeFocused();
});

test.describe('a long replay', () => {
  let patron: PatronServer;
  test.beforeAll(async () => {
    // A separate server: it gets too many events for the other tests.
    patron = await startPatronServer();
  });
  test.afterAll(() => patron.remove());

  test('is found again, can be stopped with the keyboard, and reports its progress', async ({
    page,
    request,
  }) => {
    test.skip(!IS_FULL_RUN);
    for (const name of ['first', 'second']) {
      expect(await deliver(request, patron.url, fullRequest(name))).toBe(200);
    }
    await signIn(page, `${patron.url}${WEBHOOKS}`);
    const replay = await startReplay(page);

    const navigation = page.getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('link', { name: 'Profile' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    await navigation.getByRole('link', { name: 'Webhooks' }).click();
    const stop = replay.getByRole('button', { name: 'Stop replay' });
    await stop.focus();
    await page.keyboard.press('Enter');
    const outcome = replay.getByRole('status');
    await expect(outcome).toHaveText(
      /^Stopped: [\d,]+ of [\d,]+ events were replayed. The rest were not replayed.$/,
    );
    const text = (await outcome.textContent()) ?? '';
    const [done = 0, total = 0] = (text.match(/[\d,]+/g) ?? []).map((n) =>
      Number(n.replace(',', '')),
    );
    expect(total).toBeGreaterThanOrEqual(30_000);
    expect(done).toBeLessThan(total);
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByRole('table', { name: 'Webhooks' })).toBeVisible();
    await expect(replay).toBeHidden();
  });

  test('can be dismissed if it no longer exists', async ({ page, request }) => {
    test.skip(!IS_FULL_RUN);
    expect(await deliver(request, patron.url, fullRequest('lost'))).toBe(200);
    await signIn(page, `${patron.url}${WEBHOOKS}`);
    const backup = mkdtempSync(join(tmpdir(), 'patron-backup-'));
    await patron.stop();
    cpSync(patron.directory, backup, { recursive: true });
    await patron.restart();

    const replay = await startReplay(page);
    // Restores the database from before the replay.
    await patron.kill();
    rmSync(patron.directory, { recursive: true });
    cpSync(backup, patron.directory, { recursive: true });
    rmSync(backup, { recursive: true });
    await patron.restart();

    await expect(replay.getByRole('alert')).toContainText('Not found');
    await replay.getByRole('button', { name: 'Dismiss' }).click();
    await expect(replay).toBeHidden();
  });
});

/** A request that is full of events, so that replaying them takes seconds. */
function fullRequest(name: string): string {
  return envelope(
    ...Array.from({ length: 15_000 }, (_, index) => ({
      id: `${name}-${index}`,
      event_type: 'event_points_lost',
      data: {},
    })),
  );
}

/** Starts a replay of all events. @returns the progress of the replay */
async function startReplay(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Replay events' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replay events' });
  await dialog.getByRole('button', { name: /^Replay [\d,]+ events$/ }).click();
  const replay = page.getByRole('region', { name: 'Replay' });
  await expect(replay.getByRole('status')).toHaveText(/^Replaying [\d,]+ events$/);
  return replay;
}
