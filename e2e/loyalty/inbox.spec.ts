import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { openFilter } from '../support/filters.ts';
import { createMember } from '../support/loyalty.ts';
import { signIn } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';
import { deliver, earn, enterCampaign, envelope, sign } from '../support/webhooks.ts';

const WEBHOOKS = '/teams/1/webhooks';

const rows = (page: Page, text: string | RegExp) =>
  page.getByRole('table', { name: 'Webhooks' }).getByRole('row').filter({ hasText: text });
const live = (page: Page) => statusMessage(page, /^Live$/);

test.describe('inbox', () => {
  test('a tier upgrade appears without a reload and links to its member and request', async ({
    page,
    request,
    patron,
  }) => {
    await createMember(request, patron.url, {
      member_id: 'LIVE-1',
      first_name: 'Vera',
      last_name: 'Quick',
    });
    await signIn(page, WEBHOOKS);
    await expect(live(page)).toBeVisible();
    await earn(request, patron.url, 'LIVE-1', 1500);
    const row = rows(page, 'Vera Quick');
    await expect(row).toContainText('to Silver');
    await expect(row).toContainText('Processed');

    await row.getByRole('link', { name: 'Tier upgrade' }).click();
    await expect(
      page.getByRole('heading', { level: 1, name: 'Vera Quick reached Silver' }),
    ).toBeFocused();
    await expect(page.getByRole('region', { name: 'Member at the time' })).toContainText('LIVE-1');
    await expect(page.getByRole('region', { name: 'Tier', exact: true })).toContainText('Silver');
    await expectAccessible(page);

    await page.getByRole('link', { name: /^#\d+$/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Request #\d+$/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'What happened' })).toContainText(
      'Accepted: 1 event was saved.',
    );
    await expectAccessible(page);
    const attempts = page.getByRole('region', { name: 'Attempts' });
    await expect(attempts).toContainText(/200 in [\d,]+ ms/);
    await expect(attempts).toContainText('Accepted');
    const events = page.getByRole('table', { name: 'Events' });
    await expect(events).toContainText('Vera Quick');
    await events.getByRole('link', { name: 'Tier upgrade' }).click();

    await page.getByRole('link', { name: 'Vera Quick' }).click();
    const latestEvents = page.getByRole('region', { name: 'Latest events' });
    await expect(latestEvents.getByRole('link', { name: 'Tier upgrade' })).toBeVisible();
    await latestEvents.getByRole('link', { name: 'All events' }).click();
    await expect(page).toHaveURL(`${WEBHOOKS}?member_id=LIVE-1`);
    await expect(page.getByText('1–1 of 1')).toBeVisible();
  });

  test('rows in use do not move until the new events are requested', async ({
    page,
    request,
    patron,
  }) => {
    await enterCampaign(request, patron.url, 'Before reading', 'M-000001');
    await signIn(page, WEBHOOKS);
    await expect(live(page)).toBeVisible();
    await expect(rows(page, 'Before reading')).toHaveCount(1);

    await rows(page, 'Before reading').hover();
    const position = await rows(page, 'Before reading').boundingBox();
    await enterCampaign(request, patron.url, 'While reading', 'M-000001', 'M-000002');
    const newEvents = page.getByRole('button', { name: '2 new events' });
    await expect(newEvents).toBeVisible();
    expect(await rows(page, 'Before reading').boundingBox()).toEqual(position);
    await expect(rows(page, 'While reading')).toHaveCount(0);
    await newEvents.click();
    await expect(rows(page, 'While reading')).toHaveCount(2);

    await page.getByRole('heading', { level: 1 }).hover();
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(statusMessage(page, 'Paused')).toBeVisible();
    await enterCampaign(request, patron.url, 'While paused', 'M-000003');
    await expect(page.getByRole('button', { name: '1 new event' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(rows(page, 'While paused')).toHaveCount(1);
  });

  test('tabs share one stream, and the remaining tab continues it after the last event', async ({
    page,
    context,
    request,
    patron,
  }) => {
    const streams: (string | undefined)[] = [];
    context.on('request', (sent) => {
      if (sent.url().endsWith('/stream')) streams.push(sent.headers()['last-event-id']);
    });
    await signIn(page, WEBHOOKS);
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

  test('requests show their outcome and the likely cause of a signature mismatch', async ({
    page,
    request,
    patron,
  }) => {
    const event = { id: 'twice', event_type: 'event_points_lost', data: { points: 7 } };
    const same = envelope(event);
    const late = String(Date.now() - 40 * 60_000);
    expect(await deliver(request, patron.url, same)).toBe(200);
    expect(await deliver(request, patron.url, same)).toBe(200);
    const nonce = String(Date.now());
    const signature = sign(same, nonce);
    expect(await deliver(request, patron.url, `${same}\n`, { nonce, signature })).toBe(401);
    expect(await deliver(request, patron.url, same, { nonce: late })).toBe(401);
    expect(await deliver(request, patron.url, '{}')).toBe(400);
    expect(await deliver(request, patron.url, 'x'.repeat(1_100_000))).toBe(413);

    await signIn(page, WEBHOOKS);
    await page.getByRole('link', { name: 'Requests', exact: true }).click();
    await expect(page).toHaveURL(`${WEBHOOKS}?list=requests`);
    for (const outcome of ['Duplicate', 'Bad signature', 'Stale', 'Malformed', 'Too large']) {
      await expect(rows(page, outcome).first()).toBeVisible();
    }
    await expectAccessible(page);

    await (await openFilter(page, 'Outcome')).getByText('Bad signature').click();
    await expect(page).toHaveURL(`${WEBHOOKS}?list=requests&verdict=bad_signature`);
    await expect(rows(page, 'Stale')).toHaveCount(0);
    await expect(rows(page, 'Bad signature').first()).toContainText(/401 in [\d,]+ ms/);
    await rows(page, 'Bad signature').first().getByRole('link').click();
    const cause = page.getByRole('region', { name: 'What happened' });
    await expect(
      cause.getByRole('region', { name: /signed the body without the line break at its end/ }),
    ).toContainText('Rejected with 401');
    // An earlier attempt succeeded.
    await expect(page.getByText('the sender tries again')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Copy signature' })).toBeVisible();
    await expect(page.getByText(signature)).toHaveCount(0);
    await expect(page.getByText(`${signature.slice(0, 8)}…`)).toBeVisible();
    await expect(cause.getByRole('region', { name: 'Text to sign' })).toBeVisible();
    await page.getByRole('button', { name: 'Raw' }).click();
    await expect(page.getByRole('region', { name: 'Request body' })).toContainText(same);

    await page.goBack();
    await expect(page.getByRole('button', { name: 'Outcome Bad signature' })).toBeVisible();
    await page.reload();
    await expect(rows(page, 'Bad signature').first()).toBeVisible();
    await page.goBack();
    await expect(rows(page, 'Stale').first()).toBeVisible();
    await rows(page, 'Stale').first().getByRole('link').click();
    await expect(cause).toContainText(/Signed 4\d minutes before it was received/);
    const breadcrumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
    await breadcrumbs.getByRole('link', { name: 'Webhooks' }).click();
    await expect(page).toHaveURL(`${WEBHOOKS}?list=requests`);

    await page.goto(`${WEBHOOKS}/requests/999999`);
    await expect(page.getByRole('heading', { name: 'Request not found' })).toBeVisible();
    await expect(page).toHaveTitle('Request not found · Patron');
  });

  test('the setup page checks a pasted signature and sends test events', async ({ page }) => {
    await signIn(page, WEBHOOKS);
    await page.getByRole('link', { name: 'Set up webhooks' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Set up webhooks' })).toBeFocused();
    await page.getByRole('button', { name: 'Python' }).click();
    await expect(page.getByRole('region', { name: 'Python code' })).toContainText('hmac.new');
    await expectAccessible(page);

    const body = '{"events":[]}';
    const nonce = String(Date.now());
    await page.getByLabel('Body').fill(body);
    await page.getByLabel('Nonce').fill(nonce);
    await page.getByLabel('Signature', { exact: true }).fill(sign(`${body}\n`, nonce));
    await page.getByRole('button', { name: 'Check signature' }).click();
    const result = page.getByRole('region', { name: 'Result' });
    await expect(result).toContainText('with a line break at its end that was not sent');
    await page.getByLabel('Signature', { exact: true }).fill(sign(body, nonce));
    await page.getByRole('button', { name: 'Check signature' }).click();
    await expect(result).toContainText('The signature matches.');

    await page.getByLabel('Case').selectOption('The same request twice');
    await page.getByRole('button', { name: 'Send test event' }).click();
    await expect(
      statusMessage(page, /^Request #\d+: AcceptedRequest #\d+: Duplicate$/),
    ).toBeVisible();
    await page
      .getByRole('link', { name: /^Request #/ })
      .first()
      .click();
    await expect(page.getByText('Test request')).toBeVisible();
    const event = page.getByRole('table', { name: 'Events' }).getByRole('row').nth(1);
    await expect(event.getByText('Test', { exact: true })).toBeVisible();
    // Its member may not exist.
    await expect(event.getByRole('link')).toHaveCount(1);
    await expect(page.getByRole('region', { name: 'Attempts' }).getByRole('listitem')).toHaveCount(
      2,
    );
    await expectAccessible(page);
  });

  test('failed and malformed events say what is wrong with them', async ({
    page,
    request,
    patron,
  }) => {
    const failing = {
      id: 'failing',
      event_type: 'event_campaign_entered',
      data: { member_info: 7 },
    };
    const nameless = { event_type: 'event_of_nobody', data: {} };
    expect(await deliver(request, patron.url, envelope(failing, nameless))).toBe(200);
    await signIn(page, `${WEBHOOKS}?state=failed`);
    await expect(rows(page, 'Failed').first()).toContainText('can\'t be read: "member_info"');
    await rows(page, 'Failed').getByRole('link', { name: 'Campaign entered' }).first().click();
    const failure = page.getByRole('region', { name: "The event couldn't be processed" });
    await expect(failure).toContainText('This value can\'t be read: "member_info".');
    await expectAccessible(page);

    await page.goto(`${WEBHOOKS}?state=malformed`);
    await rows(page, 'Of nobody').getByRole('link', { name: 'Of nobody' }).click();
    await expect(page.getByRole('region', { name: 'The event is malformed' })).toContainText(
      '"id" is missing',
    );
    await expect(
      page.getByRole('button', { name: 'Replay event', exact: true }),
    ).toHaveAccessibleDescription("Malformed events can't be replayed");
  });
});
