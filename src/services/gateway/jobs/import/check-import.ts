import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Member } from '#contract/loyalty/members/member.ts';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import {
  type JobClaim,
  type JobsWorkerDependencies,
  jobClaims,
} from '#services/gateway/jobs/job-claims.ts';
import { notifyJobs } from '#services/gateway/jobs/jobs-channel.ts';
import { touched } from '#services/gateway/jobs/jobs-store.ts';
import { type GatewayJobRow, gatewayJobRows } from '#services/gateway/jobs/jobs-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { LeaseLostError } from '#services/platform/jobs/claims.ts';
import { changedValues, checkCells, fileRow, type RowReasons, readCells } from './import-rows.ts';

const BATCH = 500;

export interface ImportSummary {
  create: number;
  update: number;
  same: number;
  invalid: number;
  ignored_columns: string[];
}

interface CheckedRow {
  position: number;
  outcome: 'create' | 'update' | 'same' | 'invalid';
  reasons: RowReasons;
  /** The current values of what an update changes. */
  before?: Record<string, string>;
}

/** Compares the next rows of a file with the directory; nothing is changed. */
export async function checkImport(
  { db, clock }: JobsWorkerDependencies,
  claim: JobClaim,
): Promise<void> {
  const rows = await db
    .select()
    .from(gatewayJobRows)
    .where(and(eq(gatewayJobRows.jobId, claim.id), gt(gatewayJobRows.position, claim.position)))
    .orderBy(gatewayJobRows.position)
    .limit(BATCH);
  const memberIds = [...new Set(rows.map(({ memberId }) => memberId))];
  const members = await loadMembers(db, claim.teamId, memberIds);
  const firstRows = await findFirstRows(db, claim.id, memberIds);
  const checked = rows.map((row): CheckedRow => {
    const first = firstRows.get(row.memberId) ?? row.position;
    return checkRow(row, {
      columns: claim.columns ?? [],
      member: members.get(row.memberId),
      first,
    });
  });
  const isLast = rows.length < BATCH;
  await db.transaction(async (tx) => {
    await saveChecked(tx, claim.id, checked);
    const isSaved = await jobClaims.finish(tx, claim, {
      position: rows.at(-1)?.position ?? claim.position,
      done: claim.done + rows.length,
      summary: JSON.stringify(addUp(JSON.parse(claim.summary) as ImportSummary, checked)),
      ...(isLast ? { state: 'checked', nextAttemptAt: null } : { nextAttemptAt: clock.now() }),
      ...touched(clock),
    });
    if (!isSaved) throw new LeaseLostError();
    await notifyJobs(tx, claim.teamId);
  });
}

function checkRow(
  row: GatewayJobRow,
  { columns, member, first }: { columns: string[]; member: Member | undefined; first: number },
): CheckedRow {
  const cells = JSON.parse(row.cells ?? '[]') as string[];
  const values = readCells(columns, cells);
  const reasons = checkCells(values, row.memberId, member === undefined);
  if (cells.length > columns.length) {
    reasons.push({
      column: null,
      reason: `${cells.length} cells, but only ${columns.length} columns`,
    });
  }
  if (first < row.position && row.memberId !== '') {
    reasons.push({ column: 'member_id', reason: `Same member ID as row ${fileRow(first)}` });
  }
  const { position } = row;
  if (reasons.length > 0) return { position, outcome: 'invalid', reasons };
  if (!member) return { position, outcome: 'create', reasons };
  const before = changedValues(values, member);
  if (Object.keys(before).length === 0) return { position, outcome: 'same', reasons };
  return { position, outcome: 'update', reasons, before };
}

async function loadMembers(db: Queries, teamId: number, memberIds: string[]) {
  if (memberIds.length === 0) return new Map<string, Member>();
  const found = await db
    .select({ memberId: directoryMembers.memberId, document: directoryMembers.document })
    .from(directoryMembers)
    .where(and(eq(directoryMembers.teamId, teamId), inArray(directoryMembers.memberId, memberIds)));
  return new Map(found.map(({ memberId, document }) => [memberId, JSON.parse(document) as Member]));
}

/** The first row of each member id. */
async function findFirstRows(db: Queries, jobId: number, memberIds: string[]) {
  if (memberIds.length === 0) return new Map<string, number>();
  const { memberId, position } = gatewayJobRows;
  const found = await db
    .select({ memberId, first: sql<number>`min(${position})::int` })
    .from(gatewayJobRows)
    .where(and(eq(gatewayJobRows.jobId, jobId), inArray(memberId, memberIds)))
    .groupBy(memberId);
  return new Map(found.map((row) => [row.memberId, Number(row.first)]));
}

async function saveChecked(tx: Queries, jobId: number, checked: CheckedRow[]): Promise<void> {
  const list = checked.map(({ position, outcome, reasons, before }) => ({
    position,
    outcome,
    state: outcome === 'create' || outcome === 'update' ? 'pending' : 'skipped',
    reasons: reasons.length === 0 ? null : JSON.stringify(reasons),
    before: before ? JSON.stringify(before) : null,
  }));
  await tx.execute(sql`
    update ${gatewayJobRows} rows
    set outcome = r.outcome, state = r.state, reasons = r.reasons, before = r.before
    from json_to_recordset(${JSON.stringify(list)}::json)
      as r(position int, outcome text, state text, reasons text, before text)
    where rows.job_id = ${jobId} and rows.position = r.position`);
}

function addUp(summary: ImportSummary, checked: CheckedRow[]): ImportSummary {
  const counts = { ...summary };
  for (const { outcome } of checked) counts[outcome] += 1;
  return counts;
}
