import type { Member } from '#contract/loyalty/members/member.ts';
import { deleteMember } from '#contract/loyalty/members/members.ts';
import {
  findUndoConflicts,
  type MemberChange,
  planChange,
  whyUnchanged,
} from '#services/gateway/jobs/change/plan-change.ts';
import type { GatewayJobRow } from '#services/gateway/jobs/jobs-table.ts';
import { importRow } from './import-row.ts';
import {
  type Address,
  adjustRow,
  failed,
  findMember,
  type RowDependencies,
  type RowJob,
  type RowOutcome,
  rejectionOf,
  skipped,
  update,
  wasNotDone,
} from './row-calls.ts';
import { columnsOfChange, differences, nameOf, type RowValues, valuesOf } from './row-values.ts';

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
    return { ...skipped('This member was deleted already'), isRemoved: true };
  }
  if (job.kind === 'delete') {
    await client.call(deleteMember, address);
    return { state: 'done', isRemoved: true, name: nameOf(member), writtenAt: clock.now() };
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
  const undo = row.change === null ? undefined : (JSON.parse(row.change) as MemberChange);
  const columns = columnsOfChange(undo ?? change);
  // A row that was repeated after a crash has the values from before its first attempt.
  const before =
    row.undo === null || row.before === null
      ? valuesOf(member, columns)
      : (JSON.parse(row.before) as RowValues);
  const withValues = (outcome: RowOutcome): RowOutcome =>
    outcome.state === 'done' && outcome.member
      ? { ...outcome, ...differences(before, valuesOf(outcome.member, columns)) }
      : outcome;
  const { points } = undo ?? change;
  if (points)
    return withValues(await adjustRow(dependencies, job, row, { address, points, before }));
  if (undo) {
    const conflicts = findUndoConflicts(undo, change, member);
    if (conflicts.length > 0) return { state: 'skipped', reasons: conflicts, member };
    const input = planChange(undo, member)?.input;
    if (!input) return { ...skipped(whyUnchanged(undo)), member };
    return withValues(await update(dependencies, address, { member, input }));
  }
  const planned = planChange(change, member);
  if (!planned) {
    // A row that can be undone was changed before a crash.
    if (row.undo !== null) return withValues({ state: 'done', member });
    return { ...skipped(whyUnchanged(change)), member };
  }
  await dependencies.saveUndo(row, { undo: planned.undo, before });
  try {
    return withValues(await update(dependencies, address, { member, input: planned.input }));
  } catch (error) {
    // If someone else makes the same change before the next attempt, it is theirs.
    if (wasNotDone(error)) await dependencies.saveUndo(row, null);
    throw error;
  }
}
