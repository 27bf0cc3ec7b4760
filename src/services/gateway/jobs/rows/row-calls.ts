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
import type { RowValues } from './row-values.ts';

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
  /** The values that the row changed, by column; `after` without `before` for a new member. */
  before?: RowValues;
  after?: RowValues;
  /** The name of a member that was deleted. */
  name?: string | null;
  /** When the response of a write arrived; undefined if the member was only read. */
  writtenAt?: Date;
}

interface PlannedUndo {
  undo: MemberChange;
  /** The values that it restores; an imported row has them from its check. */
  before?: RowValues;
}

export interface RowDependencies {
  client: LoyaltyClient;
  clock: Clock;
  /** How the file of an import is read. */
  importLayout(): Promise<ImportLayout>;
  /** Saves how a row is undone, before it changes the member; null if it didn't change it. */
  saveUndo(row: GatewayJobRow, planned: PlannedUndo | null): Promise<void>;
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

/** The outcome of a row without anything to do, as the request foresaw. */
export const skipped = (reason: string): RowOutcome => ({ ...failed(reason), state: 'skipped' });

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

/**
 * Adds or takes away points of one member.
 * @param options.before the values that the job's page shows; an imported row has them from its check
 */
export async function adjustRow(
  { client, clock, saveUndo }: RowDependencies,
  job: RowJob,
  row: GatewayJobRow,
  {
    address,
    points: adjustment,
    before,
  }: { address: Address; points: Adjustment; before?: RowValues },
): Promise<RowOutcome> {
  const isUndo = row.change !== null;
  if (!isUndo)
    await saveUndo(row, { undo: { points: oppositeOf(adjustment) }, ...(before && { before }) });
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
    if (rejectionOf(error) === undefined || adjustment.points > 0) throw error;
    const rejected = await findMember(client, address);
    if ((rejected?.available_points ?? 0) + adjustment.points >= 0) throw error;
    return skipped(TOO_FEW_POINTS);
  }
  const writtenAt = clock.now();
  const member = await findMember(client, address);
  return { state: 'done', writtenAt, ...(member ? { member } : { isRemoved: true }) };
}

const TOO_FEW_POINTS = 'Too few points';

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
