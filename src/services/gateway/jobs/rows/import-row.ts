import type { Member } from '#contract/loyalty/members/member.ts';
import { createMember } from '#contract/loyalty/members/members.ts';
import { type ImportLayout, readCells } from '#services/gateway/jobs/import/import-layout.ts';
import { findConflicts, planRow, type RowPlan } from '#services/gateway/jobs/import/import-rows.ts';
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
import { columnsOfCells, differences, type RowValues, valuesOf } from './row-values.ts';

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
  const layout = await dependencies.importLayout();
  const cells = JSON.parse(row.cells ?? '[]') as string[];
  const plan = planRow(layout, { memberId: row.memberId, cells, member });
  const outcome = await writeRow(dependencies, job, row, { plan, layout, address, member });
  if (outcome.state !== 'done' || !outcome.member) return outcome;
  const columns = columnsOfCells(readCells(layout, cells), plan.adjustment);
  const after = valuesOf(outcome.member, columns);
  if (row.outcome === 'create' || !member) return { ...outcome, after };
  const { before, after: changed } = differences(
    { ...valuesOf(member, columns), ...beforeOf(row) },
    after,
  );
  // A row that is repeated is compared with what the check saved.
  return { ...outcome, before: { ...before, ...beforeOf(row) }, after: changed };
}

const beforeOf = ({ before }: GatewayJobRow) => JSON.parse(before ?? '{}') as RowValues;

interface PlannedRow {
  plan: RowPlan;
  layout: ImportLayout;
  address: Address;
  member: Member | undefined;
}

async function writeRow(
  dependencies: RowDependencies,
  job: RowJob,
  row: GatewayJobRow,
  { plan, layout, address, member }: PlannedRow,
): Promise<RowOutcome> {
  const written = await writeMember(dependencies, row, plan, { address, member, layout });
  const { adjustment } = plan;
  if (!adjustment || written.state === 'failed' || !written.member) return written;
  const adjusted = { params: { member: written.member.id }, query: {} };
  try {
    const outcome = await adjustRow(dependencies, job, row, {
      address: adjusted,
      points: adjustment,
    });
    if (outcome.state === 'done') return { ...outcome, points: adjustment.points };
    // What was written before is kept, in the directory too.
    const reasons =
      outcome.reasons?.map((each) => ({ ...each, column: 'points_adjustment' })) ?? [];
    return { ...written, ...outcome, state: 'failed', reasons };
  } catch (error) {
    const reason = rejectionOf(error);
    if (reason === undefined) throw error;
    return { ...written, state: 'failed', reasons: [{ column: 'points_adjustment', reason }] };
  }
}

async function writeMember(
  dependencies: RowDependencies,
  row: GatewayJobRow,
  plan: RowPlan,
  {
    address,
    member,
    layout,
  }: { address: Address; member: Member | undefined; layout: ImportLayout },
): Promise<RowOutcome> {
  const { input } = plan;
  if (member) {
    if (row.outcome === 'create') {
      // Without a difference it was created before a crash.
      if (!input && plan.outcome !== 'invalid') return { state: 'done', member };
      return { ...failed('This member was added after the file was checked'), member };
    }
    const conflicts = row.before === null ? [] : findConflicts(plan, beforeOf(row), layout);
    if (conflicts.length > 0) return { state: 'failed', reasons: conflicts, member };
    if (plan.outcome === 'invalid') return { state: 'failed', reasons: plan.reasons, member };
    return update(dependencies, address, { member, input });
  }
  if (row.outcome === 'update') {
    return { ...failed('This member was deleted after the file was checked'), isRemoved: true };
  }
  if (plan.outcome === 'invalid') return { state: 'failed', reasons: plan.reasons };
  const { data } = await dependencies.client.call(createMember, { body: input });
  return { state: 'done', member: data, writtenAt: dependencies.clock.now() };
}
