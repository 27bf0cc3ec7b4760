import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Member } from '#contract/loyalty/members/member.ts';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
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
import { addAmbiguous, overallOrder } from './date-columns.ts';
import { type ImportLayout, readLayout, readTexts } from './import-layout.ts';
import {
  type CheckedRow,
  fileRow,
  isImported,
  planRow,
  type RowPlan,
  type RowReasons,
  surplusCells,
} from './import-rows.ts';
import { addUp, type ImportSummary } from './import-summary.ts';
import { loadProgramValues } from './program-values.ts';
import { addWarnings } from './warnings/import-warnings.ts';
import {
  contactDigests,
  findSharedContacts,
  rejectShared,
  type SharedContacts,
} from './warnings/shared-contacts.ts';

const BATCH = 500;
/** The pause after which other requests are due while rows are checked. */
const TURN_MS = 25;
/** The most reasons of a row; a file may have hundreds of columns. */
const REASONS_MAX = 20;

/** Compares the next rows of a file with the directory; nothing is changed. */
export async function checkImport(
  dependencies: JobsWorkerDependencies,
  claim: JobClaim,
): Promise<void> {
  const { db, clock } = dependencies;
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
  const layout = readLayout(claim, await loadProgramValues(dependencies, claim.teamId));
  const checked: CheckedRow[] = [];
  let turnEndsAt = performance.now() + TURN_MS;
  for (const row of rows) {
    const first = firstPositions.get(row.memberId) ?? row.position;
    const member = members.get(row.memberId);
    checked.push(checkRow(row, { layout, member, first }));
    if (performance.now() < turnEndsAt) continue;
    await nextTurn();
    turnEndsAt = performance.now() + TURN_MS;
  }
  const summary = JSON.parse(claim.summary) as ImportSummary;
  const shared = await findSharedContacts(db, claim, checked.filter(isImported));
  rejectShared(shared, layout.program.uniqueFields);
  const warnings = await addWarnings(db, claim, {
    layout,
    warnings: summary.warnings ?? [],
    checked,
    shared,
  });
  const dates = addAmbiguous(summary.date_columns ?? [], checked, layout);
  const done = claim.done + rows.length;
  const isLast = rows.length === 0 || done >= claim.total;
  await db.transaction(async (tx) => {
    await saveChecked(tx, claim.id, rows, { checked, shared });
    const isSaved = await jobClaims.finish(tx, claim, {
      position: rows.at(-1)?.position ?? claim.position,
      done,
      summary: JSON.stringify({
        ...addUp(summary, checked),
        ...(warnings.length === 0 ? {} : { warnings }),
        ...(dates.length === 0
          ? {}
          : { date_columns: dates, dates: overallOrder(dates, summary.dates) }),
      }),
      ...(isLast ? { state: 'checked', nextAttemptAt: null } : { nextAttemptAt: clock.now() }),
      ...touched(clock),
    });
    if (!isSaved) throw new LeaseLostError();
    await notifyJobs(tx, claim.teamId);
  });
}

function checkRow(
  row: GatewayJobRow,
  { layout, member, first }: { layout: ImportLayout; member: Member | undefined; first: number },
): CheckedRow {
  const { position, memberId } = row;
  if (row.cells === null) {
    const reasons = JSON.parse(row.reasons ?? '[]') as RowReasons;
    return { ...INVALID, position, member, reasons, changedTexts: new Map() };
  }
  const { columns } = layout;
  const cells = JSON.parse(row.cells) as string[];
  const plan = planRow(layout, { memberId, cells, member });
  const { before } = plan;
  const texts = [...readTexts(columns, cells)].filter(([name]) => Object.hasOwn(before, name));
  const reasons = [...plan.reasons];
  if (cells.length > columns.length) reasons.push(surplusCells(cells, columns));
  if (first < position && memberId !== '') {
    reasons.push({ column: 'member_id', reason: `Same member ID as row ${fileRow(first)}` });
  }
  const missing = describeMissingPoints(plan, member, layout);
  if (missing !== undefined) reasons.push({ column: 'points_adjustment', reason: missing });
  const more = reasons.length - REASONS_MAX;
  if (more > 0) reasons.splice(REASONS_MAX, more, { column: null, reason: `${more} more errors` });
  return {
    ...plan,
    position,
    member,
    reasons,
    ...(reasons.length > 0 ? { outcome: 'invalid' } : {}),
    changedTexts: new Map(texts),
  };
}

/**
 * Why our service would reject a deduction. Only the check can ask: after a crash, the balance may already be the one
 * after the deduction.
 */
function describeMissingPoints(
  { adjustment, outcome }: RowPlan,
  member: Member | undefined,
  { program }: ImportLayout,
): string | undefined {
  const { available_points: available = 0 } = member ?? {};
  if (!adjustment || outcome === 'invalid' || !program.isOurs) return undefined;
  if (available + adjustment.points >= 0) return undefined;
  return `The member has ${available} points, and can't lose more`;
}

const INVALID: RowPlan = {
  outcome: 'invalid',
  reasons: [],
  cells: new Map(),
  input: undefined,
  before: {},
  adjustment: undefined,
};

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

/** @param rows in the same order */
async function saveChecked(
  tx: Queries,
  jobId: number,
  rows: readonly GatewayJobRow[],
  { checked, shared }: { checked: CheckedRow[]; shared: SharedContacts },
): Promise<void> {
  const list = checked.map((row, index) => ({
    position: row.position,
    member_id: rows[index]?.memberId,
    service_id: row.member?.id ?? null,
    outcome: row.outcome,
    state: isImported(row) ? 'pending' : 'skipped',
    reasons: row.reasons.length === 0 ? null : JSON.stringify(row.reasons),
    before: row.outcome === 'update' ? JSON.stringify(row.before) : null,
    ...(shared.has(row) && contactDigests(row)),
  }));
  await tx.execute(sql`
    update ${gatewayJobRows} rows
    set service_id = r.service_id, outcome = r.outcome, state = r.state, reasons = r.reasons, before = r.before,
      email_digest = r.email_digest, phone_digest = r.phone_digest
    from json_to_recordset(${JSON.stringify(list)}::json) as r(
      position int, member_id text, service_id text, outcome text, state text, reasons text, before text,
      email_digest text, phone_digest text)
    -- An erased row has another ID.
    where rows.job_id = ${jobId} and rows.position = r.position and rows.member_id = r.member_id`);
}
