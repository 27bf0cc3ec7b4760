import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { jumpTo, pressByTab, tabTo } from './support/keyboard.ts';
import { createMember } from './support/loyalty.ts';
import { signIn, VIEWER } from './support/sign-in.ts';
import { deliver, earn, enterCampaign, envelope } from './support/webhooks.ts';

const WEBHOOKS = '/teams/1/webhooks';

const rows = (page: Page, text: string | RegExp) =>
  page.getByRole('table', { name: 'Webhooks' }).getByRole('row').filter({ hasText: text });
const live = (page: Page) => page.getByRole('status').filter({ hasText: /^Live$/ });

test('a tier upgrade arrives by itself, and leads to its member and its request', async ({
  page,
  request,
  patron,
}) => {
  await createMember(request, patron.url, {
    member_id: 'LIVE-1',
    first_name: 'Vera',
    last_name: 'Quick',
  });
  await signIn(page, undefined, WEBHOOKS);
  await expect(live(page)).toBeVisible();
  await earn(request, patron.url, 'LIVE-1', 1500);
  const row = rows(page, 'Vera Quick');
  await expect(row).toContainText('to Silver');
  await expect(row).toContainText('Processed');

  await row.getByRole('link', { name: 'Tier upgrade' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tier upgrade' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Member at that time' })).toContainText('LIVE-1');
  await expect(page.getByRole('region', { name: 'Tier', exact: true })).toContainText('Silver');
  await expectAccessible(page);

  await page.getByRole('link', { name: /^#\d+$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Request #\d+$/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText('kept');
  await expectAccessible(page);
  await page.getByRole('region', { name: 'Events' }).getByRole('link').click();

  await page.getByRole('link', { name: 'Vera Quick' }).click();
  const told = page.getByRole('region', { name: 'Latest events' });
  await expect(told.getByRole('link', { name: 'Tier upgrade' })).toBeVisible();
  await told.getByRole('link', { name: 'All events' }).click();
  await expect(page).toHaveURL(`${WEBHOOKS}?member_id=LIVE-1`);
  await expect(page.getByText('1–1 of 1')).toBeVisible();
});

test('what is being read stays where it is until the new events are asked for', async ({
  page,
  request,
  patron,
}) => {
  await enterCampaign(request, patron.url, 'Before', 'M-000001');
  await signIn(page, undefined, WEBHOOKS);
  await expect(live(page)).toBeVisible();
  await expect(rows(page, 'Before')).toHaveCount(1);

  await rows(page, 'Before').hover();
  const place = await rows(page, 'Before').boundingBox();
  await enterCampaign(request, patron.url, 'While reading', 'M-000001', 'M-000002');
  const fresh = page.getByRole('button', { name: '2 new events' });
  await expect(fresh).toBeVisible();
  expect(await rows(page, 'Before').boundingBox()).toEqual(place);
  await expect(rows(page, 'While reading')).toHaveCount(0);
  await fresh.click();
  await expect(rows(page, 'While reading')).toHaveCount(2);

  await page.getByRole('heading', { level: 1 }).hover();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Paused' })).toBeVisible();
  await enterCampaign(request, patron.url, 'While paused', 'M-000003');
  await expect(page.getByRole('button', { name: '1 new event' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(rows(page, 'While paused')).toHaveCount(1);
});

test('tabs share one stream, and the one that is left goes on where the other was', async ({
  page,
  context,
  request,
  patron,
}) => {
  const streams: (string | undefined)[] = [];
  context.on('request', (sent) => {
    if (sent.url().endsWith('/stream')) streams.push(sent.headers()['last-event-id']);
  });
  await signIn(page, undefined, WEBHOOKS);
  await expect(live(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto(WEBHOOKS);
  await expect(live(other)).toBeVisible();
  await enterCampaign(request, patron.url, 'In both tabs', 'M-000004');
  await expect(rows(other, 'In both tabs')).toHaveCount(1);
  expect(streams).toEqual([undefined]);

  await page.close();
  await expect.poll(() => streams.length).toBe(2);
  expect(streams[1]).toMatch(/^\d+$/);
  await enterCampaign(request, patron.url, 'In one tab', 'M-000004');
  await expect(rows(other, 'In one tab')).toHaveCount(1);
});

test('requests say what was made of them, and what a mismatch probably is', async ({
  page,
  request,
  patron,
}) => {
  const event = { id: 'twice', event_type: 'event_points_lost', data: { points: 7 } };
  const same = envelope(event);
  const wrong = 'b'.repeat(128);
  const late = String(Date.now() - 12 * 60_000);
  expect(await deliver(request, patron.url, same)).toBe(200);
  expect(await deliver(request, patron.url, same)).toBe(200);
  expect(await deliver(request, patron.url, `${same}\n`, { signature: wrong })).toBe(401);
  expect(await deliver(request, patron.url, same, { nonce: late })).toBe(401);
  expect(await deliver(request, patron.url, '{}')).toBe(400);
  expect(await deliver(request, patron.url, 'x'.repeat(1_100_000))).toBe(413);

  await signIn(page, undefined, WEBHOOKS);
  await page.getByRole('link', { name: 'Requests', exact: true }).click();
  await expect(page).toHaveURL(`${WEBHOOKS}?list=requests`);
  for (const verdict of ['Duplicate', 'Bad signature', 'Stale', 'Malformed', 'Too large']) {
    await expect(rows(page, verdict).first()).toBeVisible();
  }
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Verdict' }).click();
  await page.getByRole('dialog', { name: 'Verdict' }).getByText('Bad signature').click();
  await expect(page).toHaveURL(`${WEBHOOKS}?list=requests&verdict=bad_signature`);
  await expect(rows(page, 'Stale')).toHaveCount(0);
  await rows(page, 'Bad signature').first().getByRole('link').click();
  const causes = page.getByRole('region', { name: 'What happened' }).getByRole('listitem');
  await expect(causes.first()).toContainText('ends with a line break');
  await page.getByRole('button', { name: 'As it came' }).click();
  await expect(page.getByRole('region', { name: 'Text of the body' })).toContainText(same);

  await page.goBack();
  await expect(page.getByRole('button', { name: 'Verdict Bad signature' })).toBeVisible();
  await page.reload();
  await expect(rows(page, 'Bad signature').first()).toBeVisible();
  await page.goBack();
  await expect(rows(page, 'Stale').first()).toBeVisible();
  await rows(page, 'Stale').first().getByRole('link').click();
  await expect(causes.first()).toContainText('12 minutes before it came');

  await page.goto(`${WEBHOOKS}/requests/999999`);
  await expect(page.getByRole('heading', { name: 'No such request' })).toBeVisible();
});

test('an event that failed, and one that is malformed, say what is wrong with them', async ({
  page,
  request,
  patron,
}) => {
  const failing = { id: 'failing', event_type: 'event_campaign_entered', data: { member_info: 7 } };
  const nameless = { event_type: 'event_of_nobody', data: {} };
  expect(await deliver(request, patron.url, envelope(failing, nameless))).toBe(200);
  await signIn(page, undefined, `${WEBHOOKS}?state=failed`);
  await rows(page, 'Failed').getByRole('link', { name: 'Campaign entered' }).click();
  const failure = page.getByRole('region', { name: 'The event failed' });
  await expect(failure).toContainText('Its member_info is missing or not of the right kind');
  await expectAccessible(page);

  await page.goto(`${WEBHOOKS}?state=malformed`);
  await rows(page, 'Of nobody').getByRole('link', { name: 'Of nobody' }).click();
  await expect(page.getByRole('region', { name: 'The event is malformed' })).toContainText(
    'Its id is missing',
  );
  await expect(page.getByRole('button', { name: 'Replay event' })).toHaveAccessibleDescription(
    'A malformed event can not be worked on',
  );
});

test('events are filtered by member, state and time', async ({ page, request, patron }) => {
  await createMember(request, patron.url, { member_id: 'FILTER-1' });
  await enterCampaign(request, patron.url, 'Filtered', 'FILTER-1');
  await signIn(page, undefined, WEBHOOKS);
  await page.getByRole('button', { name: 'Member' }).click();
  await page.getByRole('textbox', { name: 'Member ID' }).fill('FILTER-1');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(`${WEBHOOKS}?member_id=FILTER-1`);
  await expect(page.getByText('1–1 of 1')).toBeVisible();

  await page.getByRole('button', { name: 'Received' }).click();
  await page.getByRole('button', { name: 'Last hour' }).click();
  await expect(page.getByRole('button', { name: /^Received since/ })).toBeVisible();
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await page.getByRole('button', { name: 'State' }).click();
  await page.getByRole('dialog', { name: 'State' }).getByText('Failed').click();
  await expect(page.getByRole('heading', { name: 'No events match' })).toBeVisible();
  await expect(
    page.getByText(/^Member is FILTER-1 · State is Failed · Received since/),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(page).toHaveURL(WEBHOOKS);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'No events match' })).toBeVisible();
});

test('requests are filtered by the member that they are about', async ({
  page,
  request,
  patron,
}) => {
  await createMember(request, patron.url, { member_id: 'ABOUT-1' });
  await enterCampaign(request, patron.url, 'About a member', 'ABOUT-1');
  await signIn(page, undefined, `${WEBHOOKS}?member_id=ABOUT-1`);
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await page.getByRole('link', { name: 'Requests', exact: true }).click();
  await expect(page).toHaveURL(`${WEBHOOKS}?list=requests&member_id=ABOUT-1`);
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await expect(rows(page, 'Accepted')).toContainText('Campaign entered');

  await page.getByRole('button', { name: 'Member ABOUT-1' }).click();
  const member = page.getByRole('textbox', { name: 'Member ID' });
  await expect(member).toHaveAccessibleDescription(/refused are about no member/);
  await expectAccessible(page);
  await member.fill('ABOUT-NOBODY');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'No requests match' })).toBeVisible();
  await expect(page.getByText('Member is ABOUT-NOBODY')).toBeVisible();
});

test('one event and all since a time are replayed, and told as such', async ({
  page,
  request,
  patron,
}) => {
  await createMember(request, patron.url, { member_id: 'REPLAY-1' });
  await enterCampaign(request, patron.url, 'To be replayed', 'REPLAY-1');
  await signIn(page, undefined, `${WEBHOOKS}?member_id=REPLAY-1`);
  await page.getByRole('table').getByRole('link', { name: 'Campaign entered' }).click();
  await page.getByRole('button', { name: 'Replay event' }).click();
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
  await expect(dialog).toContainText(/\d+ events? that can be replayed came in since then/);
  await expectAccessible(page);
  await dialog.getByLabel('Received since').fill('2999-01-01T00:00');
  await expect(dialog).toContainText('No event that can be replayed came in since then');
  await expect(dialog.getByRole('button', { name: 'Replay events' })).toHaveAccessibleDescription(
    'There is nothing to replay',
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
  await expect(rows(page, 'Replayed')).toHaveCount(1);
});

test('who only reads sees why replays are off', async ({ page, request, patron }) => {
  await createMember(request, patron.url, { member_id: 'READ-1' });
  await enterCampaign(request, patron.url, 'Read only', 'READ-1');
  await signIn(page, VIEWER, `${WEBHOOKS}?member_id=READ-1`);
  const all = page.getByRole('button', { name: 'Replay events' });
  await expect(all).toHaveAccessibleDescription(/no webhooks:write scope/);
  await all.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('table').getByRole('link', { name: 'Campaign entered' }).click();
  await expect(page.getByRole('button', { name: 'Replay event' })).toHaveAccessibleDescription(
    /no webhooks:write scope/,
  );
});

test('an inbox that is empty says what it is for and where to deliver', async ({
  page,
  patron,
}) => {
  await signIn(page, undefined, '/teams/2/webhooks');
  await expect(page.getByRole('heading', { name: 'No events yet' })).toBeVisible();
  await expect(page.getByText(`${patron.url}/gateway/teams/2/webhooks/loyalty`)).toBeVisible();
  await expect(page.getByText('HMAC-SHA512')).toBeVisible();
  await expectAccessible(page);
});

test('the log is read and an event replayed without a mouse', async ({ page, request, patron }) => {
  await createMember(request, patron.url, { member_id: 'KEYS-1' });
  await enterCampaign(request, patron.url, 'By keyboard', 'KEYS-1');
  await signIn(page);
  await jumpTo(page, 'Webhooks');
  await pressByTab(page, page.getByRole('button', { name: 'Member', exact: true }));
  await page.keyboard.type('KEYS-1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await pressByTab(page, page.getByRole('link', { name: 'Campaign entered' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Campaign entered' })).toBeFocused();
  const replay = page.getByRole('button', { name: 'Replay event' });
  // It is off until the work on the event is done, and Enter doesn't wait for that as a click does.
  await expect(replay).not.toHaveAttribute('aria-disabled');
  await pressByTab(page, replay);
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await tabTo(page, page.getByRole('alertdialog').getByRole('button', { name: 'Replay event' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Replay event' })).toBeFocused();
});
