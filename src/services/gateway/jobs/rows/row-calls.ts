import type { Member } from '#contract/loyalty/members/member.ts';
import { getMember, memberOf, updateMember } from '#contract/loyalty/members/members.ts';
import { adjustMemberPoints } from '#contract/loyalty/points.ts';
import { type Adjustment, REASON_MAX_LENGTH } from '#contract/points/adjustment.ts';
import type { MemberChange } from '#services/gateway/jobs/change/plan-change.ts';
import type { ImportLayout } from '#services/gateway/jobs/import/import-layout.ts';
import type { MemberInput, RowReasons } from '#services/gateway/jobs/import/import-rows.ts';
import type { GatewayJob, GatewayJobRow } from '#services/gateway/jobs/jobs-table.ts';
import { LoyaltyCallError, type LoyaltyClient } from '#services/gateway/loyalty/loyalty-client.ts';
import { isUnknownMember } from '#services/gateway/loyalty/unknown-member.ts';
import type { Clock } from '#services/platform/clock.ts';
import { JsonApiError } from '#services/platform/json-api/errors.ts';

/** The outcome of a row. `skipped` had nothing to do. */
export interface RowOutcome {
  state: 'done' | 'failed' | 'skipped';
  reasons?: RowReasons;
  /** The member after the row. */
  member?: Member;
  /** The member is gone. */
  isRemoved?: boolean;
  /** That an import has added or taken away. */
  points?: number;
  /** When the response of a write arrived; undefined if the member was only read. */
  writtenAt?: Date;
}

export interface RowDependencies {
  client: LoyaltyClient;
  clock: Clock;
  /** How the file of an import is read. */
  importLayout(): Promise<ImportLayout>;
  /** Saves how a row is undone, before it changes the member; null if it didn't change it. */
  saveUndo(row: GatewayJobRow, undo: MemberChange | null): Promise<void>;
}

export type RowJob = Pick<GatewayJob, 'id' | 'createdAt' | 'kind' | 'change' | 'columns'>;

export interface Address {
  params: { member: string };
  query: Record<string, string>;
}

export const failed = (reason: string): RowOutcome => ({
  state: 'failed',
  reasons: [{ column: null, reason }],
});

/** Why repeating a call is of no use; undefined if it is. */
export function rejectionOf(error: unknown): string | undefined {
  if (error instanceof LoyaltyCallError && error.isRejected) return error.message;
  // An id that can't be sent safely.
  if (error instanceof JsonApiError && error.status === 404) return 'This id is not allowed';
  return undefined;
}

/** Whether the service certainly did nothing; after other errors it may have. */
export function wasNotDone(error: unknown): boolean {
  return (
    error instanceof LoyaltyCallError && (error.isRejected || [429, 503].includes(error.status))
  );
}

/** Adds or takes away points of one member. */
export async function adjustRow(
  { client, clock, saveUndo }: RowDependencies,
  job: RowJob,
  row: GatewayJobRow,
  { address, points: adjustment }: { address: Address; points: Adjustment },
): Promise<RowOutcome> {
  const isUndo = row.change !== null;
  if (!isUndo) await saveUndo(row, { points: oppositeOf(adjustment) });
  try {
    await client.call(adjustMemberPoints, {
      ...address,
      // Numbers of jobs can repeat in another database.
      body: {
        ...adjustment,
        idempotency_key: `${job.id}-${job.createdAt.getTime()}:${row.position}`,
      },
    });
  } catch (error) {
    if (!isUndo && wasNotDone(error)) await saveUndo(row, null);
    if (error instanceof LoyaltyCallError && error.status === 404) {
      return failed("The loyalty service can't adjust points");
    }
    throw error;
  }
  const writtenAt = clock.now();
  const member = await findMember(client, address);
  return { state: 'done', writtenAt, ...(member ? { member } : { isRemoved: true }) };
}

const oppositeOf = ({ points, reason }: Adjustment): Adjustment => ({
  points: -points,
  reason: `Undo: ${reason}`.slice(0, REASON_MAX_LENGTH).toWellFormed(),
});

export async function update(
  { client, clock }: RowDependencies,
  address: Address,
  { member, input }: { member: Member; input: MemberInput | undefined },
): Promise<RowOutcome> {
  if (!input) return { state: 'skipped', member };
  const updated = await client.call(updateMember, { ...address, body: input });
  return { state: 'done', member: memberOf(updated), writtenAt: clock.now() };
}

/** @returns undefined if the service has no such member */
export async function findMember(
  client: LoyaltyClient,
  address: Address,
): Promise<Member | undefined> {
  try {
    return (await client.call(getMember, address)).data;
  } catch (error) {
    if (error instanceof LoyaltyCallError && isUnknownMember(error)) return undefined;
    throw error;
  }
}
