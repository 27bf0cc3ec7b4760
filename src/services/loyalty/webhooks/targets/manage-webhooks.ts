import { and, asc, eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { text } from '#contract/loyalty/text.ts';
import { deliveries } from '#services/loyalty/webhooks/deliveries-table.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { checkValue, OperatorError } from '#services/platform/operator-error.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { privateHostOf } from './public-address.ts';
import {
  createWebhookTarget,
  type WebhookTarget,
  webhookSecretContext,
  webhookTargetColumns,
} from './webhook-targets.ts';

const URL_MAX_LENGTH = 2048;
const SECRET_MIN_LENGTH = 16;

const urlSchema = z.string().check(
  z.maxLength(URL_MAX_LENGTH, { error: `Takes at most ${URL_MAX_LENGTH} characters` }),
  z.refine(isWebhookUrl, {
    error: 'Takes an http or https address without a user name and a fragment',
  }),
);
const secretSchema = text().check(
  z.minLength(SECRET_MIN_LENGTH, { error: `Takes at least ${SECRET_MIN_LENGTH} characters` }),
);

/** How many of its requests are where. */
export interface WebhookTargetSummary extends WebhookTarget {
  waiting: number;
  delivered: number;
  failed: number;
}

interface NewWebhook {
  programId: number;
  url: string;
  secret: string;
  /** Whether the address may be a private one: in demo mode, and that of this deployment itself. */
  allowPrivateAddress: boolean;
}

/**
 * Sends a program's events to one more address, from the next event on.
 * @throws {OperatorError} when the address or the secret is not valid.
 */
export async function createWebhook(
  db: Queries,
  encryption: Encryption,
  { programId, allowPrivateAddress, ...given }: NewWebhook,
): Promise<WebhookTarget> {
  const url = checkValue('url', urlSchema, given.url);
  const secret = checkValue('secret', secretSchema, given.secret);
  const privateHost = privateHostOf(url);
  if (!allowPrivateAddress && privateHost !== undefined) {
    throw new OperatorError(
      `url: ${privateHost} is a private address, where no events are sent to`,
    );
  }
  return createWebhookTarget(db, encryption, { programId, url, secret });
}

/** Where a program's events are sent to, with how that goes, in the order of creation. */
export function listWebhooks(db: Queries, programId: number): Promise<WebhookTargetSummary[]> {
  const inState = (state: string) =>
    sql`count(*) filter (where ${deliveries.state} = ${state})`.mapWith(Number);
  return db
    .select({
      ...webhookTargetColumns,
      waiting: inState('waiting'),
      delivered: inState('delivered'),
      failed: inState('failed'),
    })
    .from(webhookTargets)
    .leftJoin(deliveries, eq(deliveries.targetId, webhookTargets.id))
    .where(eq(webhookTargets.programId, programId))
    .groupBy(webhookTargets.id)
    .orderBy(asc(webhookTargets.id));
}

/**
 * Signs with another secret from the next attempt on, those that wait too. There is one signature a
 * request, so a receiver that still has the old one refuses it, and gets it again at the next attempt.
 * @throws {OperatorError} when the program has no such webhook, or the secret is not valid.
 */
export async function updateWebhookSecret(
  db: Queries,
  encryption: Encryption,
  programId: number,
  { id, secret: given }: { id: number; secret: string },
): Promise<WebhookTarget> {
  const secret = checkValue('secret', secretSchema, given);
  const encryptedSecret = encryption.encrypt(secret, webhookSecretContext(programId));
  return requireTarget(
    id,
    await db
      .update(webhookTargets)
      .set({ encryptedSecret })
      .where(at(programId, id))
      .returning(webhookTargetColumns),
  );
}

/**
 * Pauses a webhook. What waits to be sent waits on; what happens during the pause is not sent later.
 * @throws {OperatorError} when the program has no such webhook.
 */
export function pauseWebhook(
  db: Queries,
  programId: number,
  { id, pausedAt }: { id: number; pausedAt: Date },
): Promise<WebhookTarget> {
  return setDisabledAt(db, programId, id, pausedAt);
}

/**
 * Ends the pause of a webhook: what waited is sent first.
 * @throws {OperatorError} when the program has no such webhook.
 */
export function resumeWebhook(db: Queries, programId: number, id: number): Promise<WebhookTarget> {
  return setDisabledAt(db, programId, id, null);
}

async function setDisabledAt(
  db: Queries,
  programId: number,
  id: number,
  disabledAt: Date | null,
): Promise<WebhookTarget> {
  return requireTarget(
    id,
    await db
      .update(webhookTargets)
      .set({ disabledAt })
      .where(at(programId, id))
      .returning(webhookTargetColumns),
  );
}

/**
 * Removes a webhook with all that waits to be sent there and its log.
 * @throws {OperatorError} when the program has no such webhook.
 */
export async function deleteWebhook(db: Queries, programId: number, id: number): Promise<void> {
  requireTarget(
    id,
    await db.delete(webhookTargets).where(at(programId, id)).returning(webhookTargetColumns),
  );
}

/** @throws {OperatorError} when the program has no such webhook. */
export async function getWebhook(
  db: Queries,
  programId: number,
  id: number,
): Promise<WebhookTarget> {
  return requireTarget(
    id,
    await db.select(webhookTargetColumns).from(webhookTargets).where(at(programId, id)),
  );
}

function at(programId: number, id: number) {
  return and(eq(webhookTargets.programId, programId), eq(webhookTargets.id, id));
}

function requireTarget(id: number, [target]: WebhookTarget[]): WebhookTarget {
  if (!target) throw new OperatorError(`The program has no webhook ${id}`);
  return target;
}

function isWebhookUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, hash } = new URL(value);
  return ['http:', 'https:'].includes(protocol) && !username && !password && !hash;
}
