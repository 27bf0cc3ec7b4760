import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveLoyaltyConnection } from '#services/gateway/save-loyalty-connection.ts';
import { fillInbox } from '#services/gateway/testing/fill-inbox.ts';
import { WEBHOOK_SECRET } from '#services/gateway/testing/sign-webhook.ts';
import { startInbox, type TestInbox } from '#services/gateway/testing/start-inbox.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { inboxMemberFacts } from './process/member-facts-table.ts';

describeBothStorages('an inbox', (context) => {
  let inbox: TestInbox;
  beforeAll(async () => {
    inbox = await startInbox(context.storage);
  });
  afterAll(() => inbox?.close());

  test('is kept with a new key, and erased with a connection to another program', async () => {
    await fillInbox(inbox);
    const now = new Date();
    await context.db.insert(inboxMemberFacts).values(
      [1, 2].map((teamId) => ({
        ...{ teamId, memberId: 'M-1', sequence: 1, factsAt: now, memberInfo: '{}' },
      })),
    );
    const { db, encryption } = inbox.dependencies;
    const connect = (partnerId: string) =>
      saveLoyaltyConnection(db, encryption, 1, {
        ...{ baseUrl: undefined, partnerId, apiKey: 'new', webhookSecret: WEBHOOK_SECRET },
      });
    const totals = async () => [
      (await inbox.listEvents()).total,
      (await inbox.listRequests()).total,
    ];
    await connect('partner-1');
    expect(await totals()).toEqual([5, 5]);
    await connect('partner-other');
    expect(await totals()).toEqual([0, 0]);
    const facts = await context.db.select().from(inboxMemberFacts);
    expect(facts.map(({ teamId }) => teamId)).toEqual([2]);
  });
});
