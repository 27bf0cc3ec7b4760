import { and, desc, eq, lt } from 'drizzle-orm';
import { inboxDeliveries, type Verdict } from '#services/gateway/inbox/inbox-deliveries-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { claimedRequestId } from './delivery.ts';
import { findErasedMembers } from './erased-members.ts';
import { membersIn } from './members-in.ts';

/**
 * Limit of stored requests per team and verdict, except for `accepted`. Anyone can send any number of them,
 * so they only displace others of the same verdict.
 */
const MAX_PER_VERDICT = 200;
/** Larger bodies of such requests are not stored. */
const MAX_STORED_BODY_BYTES = 64 * 1024;

export interface IncomingRequest {
  teamId: number;
  receivedAt: Date;
  signature: string | undefined;
  /** With the sender's other secret, while it replaces one. */
  otherSignature?: string | undefined;
  nonce: string | undefined;
  /** Undefined if it was too large to read. */
  body: Uint8Array | undefined;
  /** The sender's address; undefined for tests. */
  ip: string | undefined;
  /** How long ago it began, in ms; undefined for tests. */
  elapsedMs?: () => number;
  /** Sent from the console to try out the inbox. */
  isTest?: boolean;
}

/** @returns the id of the stored delivery */
export async function storeRejected(
  { db, encryption }: { db: Queries; encryption: Encryption },
  incoming: IncomingRequest,
  verdict: Exclude<Verdict, 'accepted' | 'duplicate'>,
  reason: string,
): Promise<number> {
  const received = storableBody(incoming);
  const members = membersIn(received);
  const isErased = await findErasedMembers(db, encryption, incoming.teamId, members);
  // Anyone can send it, but a late request of a member that was erased must not bring its values back.
  const body = members.some(isErased) ? null : received;
  const inserted = await db
    .insert(inboxDeliveries)
    .values({
      ...deliveryValues(incoming),
      verdict,
      reason,
      claimedRequestId: received === null ? null : claimedRequestId(received),
      body,
      eventIds: [],
    })
    .returning({ id: inboxDeliveries.id });
  await deleteOldest(db, incoming.teamId, verdict);
  return one(inserted).id;
}

/** Keeps only the newest requests of a verdict. */
export async function deleteOldest(db: Queries, teamId: number, verdict: Verdict): Promise<void> {
  const isOfKind = and(eq(inboxDeliveries.teamId, teamId), eq(inboxDeliveries.verdict, verdict));
  const oldestKept = db
    .select({ id: inboxDeliveries.id })
    .from(inboxDeliveries)
    .where(isOfKind)
    .orderBy(desc(inboxDeliveries.id))
    .offset(MAX_PER_VERDICT - 1)
    .limit(1);
  await db.delete(inboxDeliveries).where(and(isOfKind, lt(inboxDeliveries.id, oldestKept)));
}

/** The columns that are filled for every verdict. */
export function deliveryValues(incoming: IncomingRequest) {
  const { teamId, receivedAt, signature, nonce, ip, elapsedMs, isTest = false } = incoming;
  return {
    durationMs: elapsedMs ? Math.round(elapsedMs()) : null,
    ip: ip ?? null,
    isTest,
    teamId,
    receivedAt,
    signature: signature?.slice(0, 300) ?? null,
    nonce: nonce?.slice(0, 300) ?? null,
  };
}

/** The body of a request that anyone can send again; null if it is too large to store. */
export function storableBody({ body }: IncomingRequest): Uint8Array | null {
  return body && body.byteLength <= MAX_STORED_BODY_BYTES ? body : null;
}
