import { and, eq, gte, type SQL, sql } from 'drizzle-orm';
import { deliveries } from '#services/loyalty/webhooks/deliveries-table.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { generateSecret } from '#services/platform/secrets/generate-secret.ts';
import { lockTarget, type ProgramKey, record } from './lock-target.ts';
import { type AddressOptions, checkUrl, createWebhook, deleteWebhook } from './manage-webhooks.ts';
import { sendMissed } from './missed-events.ts';
import { HEALTHY } from './target-health.ts';

interface AddedWebhook extends AddressOptions {
  url: string;
  eventTypes: string[] | null;
  /** Default: a generated one. */
  secret?: string | undefined;
}

/**
 * Adds a webhook and records it.
 * @returns its id, and the only copy of its secret
 * @throws {OperatorError} if events can't be sent to the URL, or the secret is too short
 */
export function addWebhook(
  db: Database,
  encryption: Encryption,
  program: ProgramKey,
  { eventTypes, secret = generateSecret('webhook_secret'), ...target }: AddedWebhook,
): Promise<{ id: number; secret: string }> {
  return db.transaction(async (tx) => {
    const { id, url } = await createWebhook(tx, encryption, {
      ...target,
      programId: program.id,
      secret,
    });
    await tx.update(webhookTargets).set({ eventTypes }).where(eq(webhookTargets.id, id));
    await record(tx, program, { id, url }, 'create', { url, event_types: eventTypes });
    return { id, secret };
  });
}

export interface WebhookChange {
  url?: string | undefined;
  /** Null for all types. */
  eventTypes?: string[] | null | undefined;
  paused?: boolean | undefined;
  /** What happens to the events that a webhook missed, when it is resumed; default: they are sent. */
  held?: 'send' | 'skip' | undefined;
}

/**
 * Changes a webhook, pauses or resumes it, and records what differs.
 * @throws {OperatorError} if events can't be sent to the URL, or there is no such webhook
 */
export async function changeWebhook(
  db: Database,
  program: ProgramKey,
  id: number,
  { now, address, ...change }: WebhookChange & { now: Date; address: AddressOptions },
): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await lockTarget(tx, program, id);
    const isPaused = before.disabledAt !== null;
    const { paused = isPaused, held: missed = 'send', eventTypes = before.eventTypes } = change;
    const url = change.url === undefined ? before.url : checkUrl(change.url, address);
    const disabledAt = paused ? (before.disabledAt ?? now) : null;
    const changes = changesBetween<object>(
      { url: before.url, event_types: before.eventTypes, paused_at: before.disabledAt },
      { url, event_types: eventTypes, paused_at: disabledAt },
    );
    if (changes.length === 0) return;
    if (isPaused && !paused && missed === 'send') await sendMissed(tx, { ...before, eventTypes });
    await tx
      .update(webhookTargets)
      .set({ url, eventTypes, disabledAt, ...(paused ? {} : HEALTHY) })
      .where(eq(webhookTargets.id, id));
    const onlyPauses = changes.every(({ field }) => field === 'paused_at');
    await recordAudit(tx, {
      action: onlyPauses ? `webhook.${paused ? 'pause' : 'resume'}` : 'webhook.update',
      subject: { type: 'webhook', id, name: url },
      changes,
      partnerId: program.partnerId,
    });
  });
}

/** Resumes a webhook that was paused because of failures, after a test has succeeded. */
export async function resumeAfterTest(
  db: Database,
  program: ProgramKey,
  id: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const target = await lockTarget(tx, program, id);
    const { url, disabledAt, isPausedByFailures } = target;
    const isPaused = disabledAt !== null;
    if (isPaused && !isPausedByFailures) return;
    if (isPaused) await sendMissed(tx, target);
    await tx
      .update(webhookTargets)
      .set({ ...HEALTHY, disabledAt: null })
      .where(eq(webhookTargets.id, id));
    if (isPaused) await recordPause(tx, program, { id, url }, { paused_at: disabledAt }, {});
  });
}

/** Pauses a webhook whose receiver fails, as Patron itself. */
export async function pauseForFailures(
  tx: Queries,
  program: ProgramKey,
  { id, url, now }: { id: number; url: string; now: Date },
): Promise<void> {
  await tx
    .update(webhookTargets)
    .set({ disabledAt: now, isPausedByFailures: true })
    .where(eq(webhookTargets.id, id));
  await recordPause(tx, program, { id, url }, {}, { paused_at: now });
}

function recordPause(
  tx: Queries,
  { partnerId }: ProgramKey,
  { id, url }: { id: number; url: string },
  before: { paused_at?: Date },
  after: { paused_at?: Date },
): Promise<void> {
  return recordAudit(tx, {
    action: after.paused_at === undefined ? 'webhook.resume' : 'webhook.pause',
    subject: { type: 'webhook', id, name: url },
    changes: changesBetween<object>(before, after),
    partnerId,
  });
}

/** @throws {OperatorError} if there is no such webhook */
export async function removeWebhook(db: Database, program: ProgramKey, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const target = await lockTarget(tx, program, id);
    await deleteWebhook(tx, program.id, id);
    await record(tx, program, target, 'delete', {});
  });
}

/** Which deliveries to send again: one, or those that failed since a moment. */
export type Retried = { delivery: number } | { failedSince: Date };

/**
 * Sends deliveries again, with as many attempts as new ones have.
 * @returns how many there are
 * @throws {OperatorError} if there is no such webhook
 */
export async function retryDeliveries(
  db: Database,
  program: ProgramKey,
  { id, now, ...retried }: { id: number; now: Date } & Retried,
): Promise<number> {
  return db.transaction(async (tx) => {
    const target = await lockTarget(tx, program, id);
    const rows = await tx
      .update(deliveries)
      .set({
        state: 'waiting',
        nextAttemptAt: now,
        attemptsBefore: sql`${deliveries.attempts}`,
      })
      .where(and(eq(deliveries.targetId, id), matches(retried)))
      .returning({ id: deliveries.id });
    // A delivery that there isn't was not sent again.
    if (rows.length > 0 || 'failedSince' in retried) {
      await record(tx, program, target, 'retry', { deliveries: rows.length });
    }
    return rows.length;
  });
}

function matches(retried: Retried): SQL | undefined {
  if ('delivery' in retried) return eq(deliveries.id, retried.delivery);
  const { failedSince } = retried;
  return and(eq(deliveries.state, 'failed'), gte(deliveries.createdAt, failedSince));
}
