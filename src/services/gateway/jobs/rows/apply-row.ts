import type { Member } from '#contract/loyalty/members/member.ts';
import {
  createMember,
  deleteMember,
  getMember,
  memberOf,
  updateMember,
} from '#contract/loyalty/members/members.ts';
import { adjustMemberPoints } from '#contract/loyalty/points.ts';
import { type Adjustment, REASON_MAX_LENGTH } from '#contract/points/adjustment.ts';
import {
  findUndoConflicts,
  type MemberChange,
  planChange,
} from '#services/gateway/jobs/change/plan-change.ts';
import {
  findConflicts,
  type MemberInput,
  type RowReasons,
  readCells,
  toCreateInput,
  toUpdateInput,
} from '#services/gateway/jobs/import/import-rows.ts';
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
  /** When the response of a write arrived; undefined if the member was only read. */
  writtenAt?: Date;
}

export interface RowDependencies {
  client: LoyaltyClient;
  clock: Clock;
  /** Saves how a row is undone, before it changes the member; null if it didn't change it. */
  saveUndo(row: GatewayJobRow, undo: MemberChange | null): Promise<void>;
}

type RowJob = Pick<GatewayJob, 'id' | 'createdAt' | 'kind' | 'change' | 'columns'>;

/**
 * Applies a job to one member: reads it, and writes only the fields that differ. A row whose outcome was lost
 * in a crash is therefore not applied a second time, and tags that others add are kept, because the
 * member is read immediately before. Points are adjusted with a key, which has the same effect.
 * @throws {LoyaltyCallError | JsonApiError} if the service is busy or fails: the row has to be repeated
 */
export async function applyRow(
  dependencies: RowDependencies,
  job: RowJob,
  row: GatewayJobRow,
): Promise<RowOutcome> {
  try {
    return await apply(dependencies, job, row);
  } catch (error) {
    const reason = rejectionOf(error);
    if (reason === undefined) throw error;
    return failed(reason);
  }
}

const failed = (reason: string): RowOutcome => ({
  state: 'failed',
  reasons: [{ column: null, reason }],
});

/** Why repeating a call is of no use; undefined if it is. */
function rejectionOf(error: unknown): string | undefined {
  if (error instanceof LoyaltyCallError && error.isRejected) return error.message;
  // An id that can't be sent safely.
  if (error instanceof JsonApiError && error.status === 404) return 'This id is not allowed';
  return undefined;
}

/** Whether the service certainly did nothing; after other errors it may have. */
function wasNotDone(error: unknown): boolean {
  return (
    error instanceof LoyaltyCallError && (error.isRejected || [429, 503].includes(error.status))
  );
}

async function apply(
  dependencies: RowDependencies,
  job: RowJob,
  row: GatewayJobRow,
): Promise<RowOutcome> {
  const { client, clock } = dependencies;
  const address =
    row.serviceId === null
      ? { params: { member: row.memberId }, query: { idParam: 'member_id' } }
      : { params: { member: row.serviceId }, query: {} };
  const member = await findMember(client, address);
  if (job.kind === 'import') return importRow(dependencies, job, row, { address, member });
  if (!member) {
    if (job.kind === 'delete') return { state: 'skipped', isRemoved: true };
    return { ...failed('This member was deleted'), isRemoved: true };
  }
  if (job.kind === 'delete') {
    await client.call(deleteMember, address);
    return { state: 'done', isRemoved: true, writtenAt: clock.now() };
  }
  return changeRow(dependencies, job, row, { address, member });
}

async function changeRow(
  dependencies: RowDependencies,
  job: RowJob,
  row: GatewayJobRow,
  { address, member }: { address: Address; member: Member },
): Promise<RowOutcome> {
  const change = JSON.parse(job.change ?? '{}') as MemberChange;
  if (change.points) return adjustRow(dependencies, job, row, { address, made: change.points });
  if (row.change !== null) {
    const undo = JSON.parse(row.change) as MemberChange;
    const conflicts = findUndoConflicts(undo, change, member);
    if (conflicts.length > 0) return { state: 'failed', reasons: conflicts, member };
    return update(dependencies, address, { member, input: planChange(undo, member)?.input });
  }
  const planned = planChange(change, member);
  // Without a difference, a row that can be undone was changed before a crash.
  if (!planned) return { state: row.undo === null ? 'skipped' : 'done', member };
  await dependencies.saveUndo(row, planned.undo);
  try {
    return await update(dependencies, address, { member, input: planned.input });
  } catch (error) {
    // If someone else makes the same change before the next attempt, it is theirs.
    if (wasNotDone(error)) await dependencies.saveUndo(row, null);
    throw error;
  }
}

/**
 * Adds or takes away points of one member, or the opposite in an undo.
 * @param options.made the adjustment of the job, or of the one that it undoes
 */
async function adjustRow(
  { client, clock, saveUndo }: RowDependencies,
  job: RowJob,
  row: GatewayJobRow,
  { address, made }: { address: Address; made: Adjustment },
): Promise<RowOutcome> {
  const isUndo = row.change !== null;
  const opposite = { points: -made.points, reason: undoReason(made.reason) };
  if (!isUndo) await saveUndo(row, { points: opposite });
  try {
    await client.call(adjustMemberPoints, {
      ...address,
      // Numbers of jobs can repeat in another database.
      body: {
        ...(isUndo ? opposite : made),
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

const undoReason = (reason: string) => `Undo: ${reason}`.slice(0, REASON_MAX_LENGTH).toWellFormed();

async function importRow(
  dependencies: RowDependencies,
  job: RowJob,
  row: GatewayJobRow,
  { address, member }: { address: Address; member: Member | undefined },
): Promise<RowOutcome> {
  const cells = readCells(job.columns ?? [], JSON.parse(row.cells ?? '[]') as string[]);
  if (member) {
    const input = toUpdateInput(cells, member);
    if (row.outcome === 'create') {
      // Without a difference it was created before a crash.
      if (!input) return { state: 'done', member };
      return { ...failed('This member was added after the file was checked'), member };
    }
    const before = JSON.parse(row.before ?? '{}') as Record<string, string>;
    const conflicts = row.before === null ? [] : findConflicts(cells, member, before);
    if (conflicts.length > 0) return { state: 'failed', reasons: conflicts, member };
    return update(dependencies, address, { member, input });
  }
  if (row.outcome === 'update') {
    return { ...failed('This member was deleted after the file was checked'), isRemoved: true };
  }
  const body = toCreateInput(cells, row.memberId);
  const { data } = await dependencies.client.call(createMember, { body });
  return { state: 'done', member: data, writtenAt: dependencies.clock.now() };
}

interface Address {
  params: { member: string };
  query: Record<string, string>;
}

async function update(
  { client, clock }: RowDependencies,
  address: Address,
  { member, input }: { member: Member; input: MemberInput | undefined },
): Promise<RowOutcome> {
  if (!input) return { state: 'skipped', member };
  const updated = await client.call(updateMember, { ...address, body: input });
  return { state: 'done', member: memberOf(updated), writtenAt: clock.now() };
}

/** @returns undefined if the service has no such member */
async function findMember(client: LoyaltyClient, address: Address): Promise<Member | undefined> {
  try {
    return (await client.call(getMember, address)).data;
  } catch (error) {
    if (error instanceof LoyaltyCallError && isUnknownMember(error)) return undefined;
    throw error;
  }
}
