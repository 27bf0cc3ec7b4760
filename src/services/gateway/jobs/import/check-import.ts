import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Job } from '#contract/gateway/job.ts';
import { ATTRIBUTE_PREFIX } from '#contract/gateway/member-csv.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import { listAttributes } from '#services/gateway/directory/filters/directory-values.ts';
import {
  type JobClaim,
  type JobsWorkerDependencies,
  jobClaims,
} from '#services/gateway/jobs/job-claims.ts';
import { notifyJobs } from '#services/gateway/jobs/jobs-channel.ts';
import { firstRows, touched } from '#services/gateway/jobs/jobs-store.ts';
import { type GatewayJobRow, gatewayJobRows } from '#services/gateway/jobs/jobs-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { LeaseLostError } from '#services/platform/jobs/claims.ts';
import { addWarnings } from './attribute-warnings.ts';
import {
  changedValues,
  checkCells,
  fileRow,
  type RowCells,
  type RowReasons,
  readAdjustment,
  readCells,
  surplusCells,
} from './import-rows.ts';

const BATCH = 500;
/** The pause after which other requests are due while rows are checked. */
const TURN_MS = 25;
/** Of a row; a file may have hundreds of columns. */
const REASONS_MAX = 20;

export interface ImportSummary {
  create: number;
  update: number;
  same: number;
  invalid: number;
  ignored_columns: string[];
  points?: Job['summary']['points'];
  warnings?: Job['summary']['warnings'];
  dates?: Job['summary']['dates'];
}

interface CheckedRow {
  position: number;
  outcome: 'create' | 'update' | 'same' | 'invalid';
  reasons: RowReasons;
  /** The current values of what an update changes. */
  before?: Record<string, string>;
  /** That the row adds or takes away. */
  points?: number | undefined;
  /** The columns to import. */
  values: RowCells;
}

/** Compares the next rows of a file with the directory; nothing is changed. */
export async function checkImport(
  { db, clock }: JobsWorkerDependencies,
  claim: JobClaim,
): Promise<void> {
  const { jobId, position } = gatewayJobRows;
  const unchecked = and(eq(jobId, claim.id), gt(position, claim.position));
  const rows = await db
    .select()
    .from(gatewayJobRows)
    .where(and(eq(jobId, claim.id), firstRows(unchecked, BATCH, { extra: sizeOfMember(claim) })))
    .orderBy(position);
  const memberIds = [...new Set(rows.map(({ memberId }) => memberId))];
  const members = await loadMembers(db, claim.teamId, memberIds);
  const firstPositions = await findFirstRows(db, claim.id, memberIds);
  const checked: CheckedRow[] = [];
  let turnEndsAt = performance.now() + TURN_MS;
  for (const row of rows) {
    const first = firstPositions.get(row.memberId) ?? row.position;
    const member = members.get(row.memberId);
    checked.push(checkRow(row, { columns: claim.columns ?? [], member, first }));
    if (performance.now() < turnEndsAt) continue;
    await nextTurn();
    turnEndsAt = performance.now() + TURN_MS;
  }
  const summary = JSON.parse(claim.summary) as ImportSummary;
  const warnings = await findWarnings(db, claim, summary, checked);
  const done = claim.done + rows.length;
  const isLast = rows.length === 0 || done >= claim.total;
  await db.transaction(async (tx) => {
    await saveChecked(tx, claim.id, checked);
    const isSaved = await jobClaims.finish(tx, claim, {
      position: rows.at(-1)?.position ?? claim.position,
      done,
      summary: JSON.stringify({ ...addUp(summary, checked), ...warnings }),
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
  const { position } = row;
  if (row.cells === null) {
    const reasons = JSON.parse(row.reasons ?? '[]') as RowReasons;
    return { position, outcome: 'invalid', reasons, values: new Map() };
  }
  const cells = JSON.parse(row.cells) as string[];
  const values = readCells(columns, cells);
  const reasons = checkCells(values, row.memberId, member);
  if (cells.length > columns.length) {
    reasons.push(surplusCells(cells, columns));
  }
  if (first < row.position && row.memberId !== '') {
    reasons.push({ column: 'member_id', reason: `Same member ID as row ${fileRow(first)}` });
  }
  if (reasons.length > 0) {
    const more = reasons.length - REASONS_MAX;
    if (more > 0)
      reasons.splice(REASONS_MAX, more, { column: null, reason: `${more} more errors` });
    return { position, outcome: 'invalid', reasons, values };
  }
  const points = readAdjustment(values)?.points;
  if (!member) return { position, outcome: 'create', reasons, values, points };
  const before = changedValues(values, member);
  if (Object.keys(before).length === 0) return { position, outcome: 'same', reasons, values };
  return { position, outcome: 'update', reasons, values, before, points };
}

async function loadMembers(db: Queries, teamId: number, memberIds: string[]) {
  if (memberIds.length === 0) return new Map<string, Member>();
  const found = await db
    .select({ memberId: directoryMembers.memberId, document: directoryMembers.document })
    .from(directoryMembers)
    .where(and(eq(directoryMembers.teamId, teamId), inArray(directoryMembers.memberId, memberIds)));
  return new Map(found.map(({ memberId, document }) => [memberId, JSON.parse(document) as Member]));
}

/** The bytes of the member that a row is about. */
function sizeOfMember({ teamId }: JobClaim): SQL {
  const { memberId, document } = directoryMembers;
  return sql`coalesce((
    select max(octet_length(${document})) from ${directoryMembers}
    where ${directoryMembers.teamId} = ${teamId} and ${memberId} = ${gatewayJobRows.memberId}), 0)`;
}

/** The first row of each member id. All rows of a file may have the same one. */
async function findFirstRows(db: Queries, jobId: number, memberIds: string[]) {
  const { memberId, position } = gatewayJobRows;
  const found = await db.execute<{ member_id: string; first: number }>(sql`
    select ids.member_id, (
      select ${position} from ${gatewayJobRows}
      where ${gatewayJobRows.jobId} = ${jobId} and ${memberId} = ids.member_id
      order by ${memberId}, ${position} limit 1) as first
    from json_array_elements_text(${JSON.stringify(memberIds)}::json) as ids(member_id)`);
  return new Map(found.rows.map((row) => [row.member_id, Number(row.first)]));
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

/** Read in each batch, because attributes can come into use. Most files have none. */
async function findWarnings(
  db: Queries,
  { teamId, columns }: JobClaim,
  summary: ImportSummary,
  checked: CheckedRow[],
): Promise<Pick<ImportSummary, 'warnings'>> {
  if (!columns?.some((name) => name.startsWith(ATTRIBUTE_PREFIX))) return {};
  const imported = checked.filter(({ outcome }) => outcome === 'create' || outcome === 'update');
  const attributes = await listAttributes(db, teamId);
  const warnings = addWarnings(summary.warnings ?? [], imported, attributes);
  return warnings.length === 0 ? {} : { warnings };
}

function addUp(summary: ImportSummary, checked: CheckedRow[]): ImportSummary {
  const counts = { ...summary };
  let { members, added, deducted } = summary.points ?? { members: 0, added: 0, deducted: 0 };
  for (const { outcome, points = 0 } of checked) {
    counts[outcome] += 1;
    if (points !== 0) members += 1;
    if (points > 0) added += points;
    else deducted -= points;
  }
  return members === 0 ? counts : { ...counts, points: { members, added, deducted } };
}
