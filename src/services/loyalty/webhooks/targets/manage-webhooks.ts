import { and, asc, eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { text } from '#contract/loyalty/text.ts';
import { lockProgramExclusively } from '#services/loyalty/programs/lock-program.ts';
import { type DeliveryState, deliveryDays } from '#services/loyalty/webhooks/deliveries-table.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { ConflictError, checkValue, OperatorError } from '#services/platform/operator-error.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { createAddressRule, deniedHostOf } from './public-address.ts';
import {
  createWebhookTarget,
  type WebhookTarget,
  webhookSecretContext,
  webhookTargetColumns,
} from './webhook-targets.ts';

/** Programs that had more before 0.3.0 keep them. */
const MAX_WEBHOOKS = 20;
const URL_MAX_LENGTH = 2048;
const SECRET_MIN_LENGTH = 16;

const urlSchema = z.string().check(
  z.maxLength(URL_MAX_LENGTH, { error: `Must be at most ${URL_MAX_LENGTH} characters` }),
  z.refine(isWebhookUrl, {
    error: 'Must be an http or https URL without a user name or a fragment',
  }),
);
const secretSchema = text().check(
  z.minLength(SECRET_MIN_LENGTH, { error: `Must be at least ${SECRET_MIN_LENGTH} characters` }),
);

/** A webhook with the number of its deliveries in each state. */
export interface WebhookTargetSummary extends WebhookTarget {
  /** Null for all types. */
  eventTypes: string[] | null;
  waiting: number;
  delivered: number;
  failed: number;
}

interface NewWebhook extends AddressOptions {
  programId: number;
  url: string;
  secret: string;
}

export interface AddressOptions {
  /** In demo mode, and for this deployment's own inboxes. */
  allowPrivateAddress: boolean;
  /** Private addresses and networks that webhooks may also use. */
  allowedNetworks?: readonly string[] | undefined;
}

/**
 * Adds a webhook, which receives all future events of the program.
 * @throws {OperatorError} if the URL or the secret is not valid
 * @throws {ConflictError} if the program has as many webhooks as it may have
 */
export async function createWebhook(
  tx: Queries,
  encryption: Encryption,
  { programId, allowPrivateAddress, allowedNetworks, ...input }: NewWebhook,
): Promise<WebhookTarget> {
  const url = checkUrl(input.url, { allowPrivateAddress, allowedNetworks });
  const secret = checkSecret(input.secret);
  await lockProgramExclusively(tx, programId);
  if ((await tx.$count(webhookTargets, eq(webhookTargets.programId, programId))) >= MAX_WEBHOOKS) {
    throw new ConflictError(
      `A program has at most ${MAX_WEBHOOKS} webhooks; delete one that isn't needed any more`,
    );
  }
  return createWebhookTarget(tx, encryption, { programId, url, secret });
}

/** @throws {OperatorError} if events can't be sent to the URL */
export function checkUrl(
  given: string,
  { allowPrivateAddress, allowedNetworks }: AddressOptions,
): string {
  const url = checkValue('url', urlSchema, given);
  const deniedHost = deniedHostOf(url, createAddressRule(allowedNetworks));
  if (!allowPrivateAddress && deniedHost !== undefined) {
    throw new OperatorError(
      `url: ${deniedHost} is a private address; events are only sent to public ones, and to those in LOYALTY_WEBHOOK_ALLOWED_NETWORKS`,
    );
  }
  return url;
}

/** @throws {OperatorError} if it is too short to sign with */
export function checkSecret(given: string): string {
  return checkValue('secret', secretSchema, given);
}

/** The number of a webhook's deliveries in a state. */
export const countInState = (state: DeliveryState) =>
  sql`(
    select coalesce(sum(counted.total), 0) from ${deliveryDays} counted
    where counted.target_id = ${webhookTargets}.id and counted.state = ${state}
  )`.mapWith(Number);

/** A program's webhooks in the order of their creation. */
export function listWebhooks(db: Queries, programId: number): Promise<WebhookTargetSummary[]> {
  return db
    .select({
      ...webhookTargetColumns,
      eventTypes: webhookTargets.eventTypes,
      waiting: countInState('waiting'),
      delivered: countInState('delivered'),
      failed: countInState('failed'),
    })
    .from(webhookTargets)
    .where(eq(webhookTargets.programId, programId))
    .orderBy(asc(webhookTargets.id));
}

/**
 * Changes the secret for all future attempts, including retries, and ends the last one: for an inbox of
 * this deployment, whose end changes in the same transaction. A delivery in flight is sent again.
 * @throws {OperatorError} if the program has no such webhook or the secret is not valid
 */
export async function updateWebhookSecret(
  db: Queries,
  encryption: Encryption,
  programId: number,
  { id, secret: newSecret }: { id: number; secret: string },
): Promise<WebhookTarget> {
  const secret = checkSecret(newSecret);
  const encryptedSecret = encryption.encrypt(secret, webhookSecretContext(programId));
  return expectTarget(
    id,
    await db
      .update(webhookTargets)
      .set({
        encryptedSecret,
        previousEncryptedSecret: null,
        previousSecretUntil: null,
        nextEncryptedSecret: null,
        nextSecretAt: null,
      })
      .where(matches(programId, id))
      .returning(webhookTargetColumns),
  );
}

/**
 * Deletes a webhook with its deliveries and its log.
 * @throws {OperatorError} if the program has no such webhook
 */
export async function deleteWebhook(db: Queries, programId: number, id: number): Promise<void> {
  expectTarget(
    id,
    await db.delete(webhookTargets).where(matches(programId, id)).returning(webhookTargetColumns),
  );
}

export async function findWebhook(
  db: Queries,
  programId: number,
  id: number,
): Promise<WebhookTarget | undefined> {
  const [webhook] = await db
    .select(webhookTargetColumns)
    .from(webhookTargets)
    .where(matches(programId, id));
  return webhook;
}

/** @throws {OperatorError} if the program has no such webhook */
export async function getWebhook(
  db: Queries,
  programId: number,
  id: number,
): Promise<WebhookTarget> {
  const webhook = await findWebhook(db, programId, id);
  return expectTarget(id, webhook === undefined ? [] : [webhook]);
}

function matches(programId: number, id: number) {
  return and(eq(webhookTargets.programId, programId), eq(webhookTargets.id, id));
}

function expectTarget(id: number, [target]: WebhookTarget[]): WebhookTarget {
  if (!target) throw new OperatorError(`The program has no webhook ${id}`);
  return target;
}

function isWebhookUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, hash } = new URL(value);
  return ['http:', 'https:'].includes(protocol) && !username && !password && !hash;
}
