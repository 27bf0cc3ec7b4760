import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { testWebhookBody } from '#contract/loyalty/test-webhook.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import type { AttemptResult, WebhookPoster } from './sending/post-webhook.ts';
import { signWebhook } from './sending/sign-webhook.ts';
import { getWebhook } from './targets/manage-webhooks.ts';
import { webhookSecretContext } from './targets/webhook-targets.ts';
import { webhookTargets } from './webhook-targets-table.ts';

interface Dependencies {
  db: Queries;
  encryption: Encryption;
  clock: Clock;
  poster: WebhookPoster;
}

/**
 * Sends one request with a test event to a webhook, also while it is paused. It is not repeated, and
 * not in the log of attempts.
 * @throws {OperatorError} if the program has no such webhook
 */
export async function testWebhook(
  { db, encryption, clock, poster }: Dependencies,
  { programId, id, eventType }: { programId: number; id: number; eventType: string },
): Promise<AttemptResult & { url: string; ms: number }> {
  const { url } = await getWebhook(db, programId, id);
  const { encryptedSecret } = one(
    await db
      .select({ encryptedSecret: webhookTargets.encryptedSecret })
      .from(webhookTargets)
      .where(eq(webhookTargets.id, id)),
  );
  const secret = encryption.decrypt(encryptedSecret, webhookSecretContext(programId));
  const now = clock.now();
  const body = [Buffer.from(testWebhookBody({ eventType, now, createId: randomUUID }))];
  const startedAt = performance.now();
  const result = await poster.post(url, body, signWebhook(body, { secret }, now));
  return { ...result, url, ms: Math.round(performance.now() - startedAt) };
}
