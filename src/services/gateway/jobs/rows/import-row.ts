import type { Member } from '#contract/loyalty/members/member.ts';
import { createMember } from '#contract/loyalty/members/members.ts';
import {
  findConflicts,
  type RowCells,
  readAdjustment,
  readCells,
  toCreateInput,
  toUpdateInput,
} from '#services/gateway/jobs/import/import-rows.ts';
import type { GatewayJobRow } from '#services/gateway/jobs/jobs-table.ts';
import {
  type Address,
  adjustRow,
  failed,
  type RowDependencies,
  type RowJob,
  type RowOutcome,
  rejectionOf,
  update,
} from './row-calls.ts';

/**
 * Adds or changes a member, then its points. A row that is repeated adjusts them once, because of the key.
 * @param options.member undefined if there is none
 */
export async function importRow(
  dependencies: RowDependencies,
  job: RowJob,
  row: GatewayJobRow,
  { address, member }: { address: Address; member: Member | undefined },
): Promise<RowOutcome> {
  const cells = readCells(job.columns ?? [], JSON.parse(row.cells ?? '[]') as string[]);
  const written = await writeMember(dependencies, row, cells, { address, member });
  const points = readAdjustment(cells);
  if (!points || written.state === 'failed' || !written.member) return written;
  const adjusted = { params: { member: written.member.id }, query: {} };
  try {
    const outcome = await adjustRow(dependencies, job, row, { address: adjusted, points });
    // What was written before is kept, in the directory too.
    return outcome.state === 'failed' ? { ...written, ...outcome } : outcome;
  } catch (error) {
    const reason = rejectionOf(error);
    if (reason === undefined) throw error;
    return { ...written, state: 'failed', reasons: [{ column: 'points_adjustment', reason }] };
  }
}

async function writeMember(
  dependencies: RowDependencies,
  row: GatewayJobRow,
  cells: RowCells,
  { address, member }: { address: Address; member: Member | undefined },
): Promise<RowOutcome> {
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
