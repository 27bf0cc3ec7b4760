import { createHmac, randomUUID } from 'node:crypto';
import type { WEBHOOK_TEST_CASES } from '#contract/gateway/webhook-checks.ts';
import { testWebhookBody } from '#contract/loyalty/test-webhook.ts';
import type { Verdict } from '#services/gateway/inbox/inbox-deliveries-table.ts';
import { parseDelivery } from '#services/gateway/inbox/receive/delivery.ts';
import { findSignatureError } from '#services/gateway/inbox/receive/signature.ts';
import { storeDeliveries } from '#services/gateway/inbox/receive/store-deliveries.ts';
import { storeRejected } from '#services/gateway/inbox/receive/store-rejected.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';

interface TestWebhook {
  teamId: number;
  eventType: string;
  memberId: string | undefined;
  testCase: (typeof WEBHOOK_TEST_CASES)[number];
}

interface SentDelivery {
  id: number;
  verdict: Verdict;
}

const BATCH_EVENTS = 3;
/** Older than the inbox accepts. */
const STALE_MS = 36 * 60_000;

/**
 * Puts a test request into a team's inbox as if the loyalty program had sent it: signed, checked and
 * stored in the same way, but marked as a test.
 */
export async function sendTest(
  dependencies: { db: Queries; encryption: Encryption },
  { teamId, eventType, memberId, testCase }: TestWebhook,
  secret: string,
  now: Date,
): Promise<SentDelivery[]> {
  const count = testCase === 'batch' ? BATCH_EVENTS : 1;
  const body = Buffer.from(
    testWebhookBody({ eventType, memberId, count, now, createId: randomUUID }),
  );
  const receive = async (): Promise<SentDelivery> => {
    const nonce = String(now.getTime() - (testCase === 'stale' ? STALE_MS : 0));
    const key = testCase === 'bad_signature' ? `not ${secret}` : secret;
    const signature = createHmac('sha512', key).update(body).update(`:${nonce}`).digest('hex');
    const incoming = {
      teamId,
      receivedAt: now,
      signature,
      nonce,
      body,
      ip: undefined,
      isTest: true,
    };
    const error = findSignatureError({ body, signature, nonce }, secret, now);
    if (!error) {
      const delivery = parseDelivery(body, now);
      return one(await storeDeliveries(dependencies, teamId, [{ incoming, delivery }]));
    }
    const id = await storeRejected(dependencies, incoming, error.verdict, error.reason);
    return { id, verdict: error.verdict };
  };
  const first = await receive();
  return testCase === 'duplicate' ? [first, await receive()] : [first];
}
