import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { webhookEventDataSchema, webhookRequestSchema } from '#contract/loyalty/webhooks.ts';
import { processEvents } from '#services/gateway/inbox/process/process-events.ts';
import { envelope } from '#services/gateway/testing/sign-webhook.ts';
import { startInbox, type TestInbox } from '#services/gateway/testing/start-inbox.ts';
import { fuzzDocument, inputSchemaOf } from '#services/platform/testing/fuzz/fuzz-document.ts';
import { propertyRuns } from '#services/platform/testing/fuzz/property-runs.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { WEBHOOK_BODY_LIMIT } from './receive-webhook.ts';

const randomEnvelope = fuzzDocument(inputSchemaOf(webhookRequestSchema), {
  request_id: ['request-1'],
  total_count: [1],
});
const randomEvent = fc
  .tuple(
    fc.constantFrom('event_campaign_entered', 'event_member_tierupgrade', 'event_of_tomorrow'),
    fuzzDocument(inputSchemaOf(webhookEventDataSchema)),
  )
  .map(([type, data]) => `{"id":"E-1","event_type":"${type}","data":${data}}`);

describeBothStorages('deliveries with a valid signature and a random body', (context) => {
  let inbox: TestInbox;
  beforeAll(async () => {
    inbox = await startInbox(context.storage);
  });
  afterAll(() => inbox?.close());
  beforeEach(() => inbox.clear());

  /** Delivers a body of Latin-1 text, processes it, and reads the lists. */
  const deliver = async (body: string) => {
    fc.pre(body.length <= WEBHOOK_BODY_LIMIT);
    const { status } = await inbox.deliver(Buffer.from(body, 'latin1'));
    await processEvents(context.db, inbox.clock, silentLog);
    const events = await inbox.listEvents('?count=200');
    const requests = await inbox.listRequests();
    const [verdict] = requests.data.map((request) => request.verdict);
    const states = events.data.map(({ state }) => state);
    await inbox.clear();
    return { status, verdict, states };
  };

  test('are stored as accepted or malformed', async () => {
    await fc.assert(
      fc.asyncProperty(randomEnvelope, async (body) => {
        const { status, verdict } = await deliver(body);
        expect([status, verdict]).toEqual(status === 200 ? [200, 'accepted'] : [400, 'malformed']);
      }),
      { numRuns: propertyRuns(80) },
    );
  });

  test('leave no event pending', async () => {
    await fc.assert(
      fc.asyncProperty(randomEvent, async (event) => {
        const body = envelope([]).replace('"events":[]', `"events":[${event}]`);
        const { status, states } = await deliver(body);
        if (status === 400) return;
        expect(states).toHaveLength(1);
        expect(states).not.toContain('pending');
      }),
      { numRuns: propertyRuns(80) },
    );
  });
});
