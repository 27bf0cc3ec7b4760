import { and, desc, eq, lt } from 'drizzle-orm';
import { inboxDeliveries, type Verdict } from '#services/gateway/inbox/inbox-deliveries-table.ts';
import type { Queries } from '#services/platform/database/database.ts';

/**
 * Requests kept of each verdict but `accepted`, for each team: anybody can send those, again and
 * again, so they push out their own kind and nothing else.
 */
const KEPT_OF_A_VERDICT = 200;
/** The body of such a request is kept up to this size. */
const KEPT_BODY_BYTES = 64 * 1024;

/** A request as it came in. */
export interface IncomingRequest {
  teamId: number;
  receivedAt: Date;
  signature: string | undefined;
  nonce: string | undefined;
  /** Undefined where it was too large to be read. */
  body: Uint8Array | undefined;
}

type RefusedVerdict = Exclude<Verdict, 'accepted' | 'duplicate'>;

/** Keeps a request that was refused. */
export async function storeRejected(
  db: Queries,
  incoming: IncomingRequest,
  verdict: RefusedVerdict,
  reason: string,
): Promise<void> {
  await db.insert(inboxDeliveries).values({
    ...deliveryValues(incoming),
    verdict,
    reason,
    body: storableBody(incoming),
    eventIds: [],
  });
  await deleteOldest(db, incoming.teamId, verdict);
}

/** Keeps the newest of a verdict only. */
export async function deleteOldest(db: Queries, teamId: number, verdict: Verdict): Promise<void> {
  const ofKind = and(eq(inboxDeliveries.teamId, teamId), eq(inboxDeliveries.verdict, verdict));
  const oldestKept = db
    .select({ id: inboxDeliveries.id })
    .from(inboxDeliveries)
    .where(ofKind)
    .orderBy(desc(inboxDeliveries.id))
    .offset(KEPT_OF_A_VERDICT - 1)
    .limit(1);
  await db.delete(inboxDeliveries).where(and(ofKind, lt(inboxDeliveries.id, oldestKept)));
}

/** The columns that every request fills. */
export function deliveryValues({ teamId, receivedAt, signature, nonce }: IncomingRequest) {
  return {
    teamId,
    receivedAt,
    signature: signature?.slice(0, 300) ?? null,
    nonce: nonce?.slice(0, 300) ?? null,
  };
}

/** The body of a request that anybody can repeat. */
export function storableBody({ body }: IncomingRequest): Uint8Array | null {
  return body && body.byteLength <= KEPT_BODY_BYTES ? body : null;
}
