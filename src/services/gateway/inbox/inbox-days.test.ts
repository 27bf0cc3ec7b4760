import { afterAll, beforeAll, expect, test } from 'vitest';
import { INBOX_DAYS, listInboxDays } from '#contract/gateway/inbox-days.ts';
import { envelope, tierUpgrade } from '#services/gateway/testing/sign-webhook.ts';
import { startInbox, type TestInbox } from '#services/gateway/testing/start-inbox.ts';
import { DAY_SECONDS } from '#services/platform/clock.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { inboxDeliveries } from './inbox-deliveries-table.ts';
import { inboxEvents } from './inbox-events-table.ts';

describeBothStorages('the days of the inbox', (context) => {
  let inbox: TestInbox;
  beforeAll(async () => {
    inbox = await startInbox(context.storage);
  });
  afterAll(() => inbox?.close());

  test('count accepted, rejected and failed, without tests and other teams', async () => {
    await inbox.deliver(envelope([tierUpgrade('D-old')]));
    inbox.clock.advance(INBOX_DAYS * DAY_SECONDS);
    const body = envelope([tierUpgrade('D-1'), tierUpgrade('D-2')]);
    await inbox.deliver(body);
    await inbox.deliver(body);
    await inbox.deliver('{}');
    await inbox.deliver('{}', { secret: 'wrong' });
    await inbox.deliver(envelope([tierUpgrade('D-3')]), {
      teamId: 2,
      secret: 'the secret of team 2',
    });
    await context.db.update(inboxEvents).set({ state: 'failed' });
    inbox.clock.advance(DAY_SECONDS);
    await inbox.deliver(envelope([tierUpgrade('D-4')]));
    await inbox.deliver(envelope([tierUpgrade('D-5')]));
    const [newest] = (await inbox.listRequests()).data;
    await context.db.execute(
      `update inbox_deliveries set is_test = true where id = ${Number(newest?.id)}`,
    );

    const response = await inbox.call('/teams/1/webhook-days');
    const { data } = listInboxDays.response.parse(await response.json());
    expect(data).toHaveLength(INBOX_DAYS);
    expect(data.slice(0, -2).every(({ accepted, rejected }) => accepted + rejected === 0)).toBe(
      true,
    );
    expect(data.slice(-2)).toMatchObject([
      { accepted: 2, rejected: 2, failed_events: 2 },
      { day: inbox.clock.now().toISOString().slice(0, 10), accepted: 1, rejected: 0 },
    ]);
    await context.db.delete(inboxDeliveries);
  });
});
