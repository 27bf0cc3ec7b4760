import { parse } from 'csv-parse/sync';
import { and, arrayContains, eq, inArray, or, sql } from 'drizzle-orm';
import type { Job } from '#contract/gateway/job.ts';
import {
  type GatewayJob,
  type GatewayJobRow,
  gatewayJobChunks,
  gatewayJobRows,
  gatewayJobs,
} from '#services/gateway/jobs/jobs-table.ts';
import { isInBatch } from '#services/gateway/jobs/rows/run-rows.ts';
import { unescapeCell } from '#services/platform/csv/csv.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { lockForUpdate } from '#services/platform/database/lock-for-update.ts';
import {
  type DataSubject,
  ERASED_ROWS,
  isAbout,
  isInTime,
  type PersonalDataSection,
} from '#services/platform/personal-data/personal-data.ts';

const { jobId, position, memberId, serviceId, state } = gatewayJobRows;

/** A row of an import that has added nobody yet has the operator's ID alone. */
const isOfMember = (subject: DataSubject) =>
  and(
    inArray(gatewayJobs.teamId, subject.teamIds),
    isAbout(subject, { serviceId, memberId, at: gatewayJobs.createdAt }),
  );

/** Rows of jobs stay, without the member. Exports lose the member's line. */
export const jobsData: PersonalDataSection = {
  name: 'job_rows',
  tables: [gatewayJobs, gatewayJobRows, gatewayJobChunks],
  async read(db, subject, limit) {
    const query = db
      .select({ job: gatewayJobs, row: gatewayJobRows })
      .from(gatewayJobRows)
      .innerJoin(gatewayJobs, eq(gatewayJobs.id, jobId))
      .where(isOfMember(subject))
      .orderBy(jobId, position);
    const rows = await (limit === undefined ? query : query.limit(limit));
    return rows.map(({ job, row }) => ({
      job: String(job.id),
      kind: job.kind,
      created_at: job.createdAt.toISOString(),
      row: row.position,
      state: row.state,
      values: row.cells === null ? null : (JSON.parse(row.cells) as unknown),
      columns: job.columns,
    }));
  },
  async erase(tx, subject, now) {
    const { count: rows, isInUse, more: hasMoreRows } = await eraseRows(tx, subject, now);
    const parts = await eraseLines(tx, subject);
    const more = hasMoreRows || parts === PARTS;
    const summaries = more ? 0 : await eraseFromSummaries(tx, subject);
    return { count: rows + parts + summaries, more, isInUse };
  },
};

/**
 * Rows that are left to do are skipped, and failed ones aren't repeated; the job counts them so. A row with which an
 * import may be adding the member is in use: once its batch has ended, it has the `id` of the member.
 */
async function eraseRows(tx: Queries, subject: DataSubject, now: Date) {
  const found = await lockForUpdate(
    tx
      .select({ job: gatewayJobs, position, state, serviceId })
      .from(gatewayJobRows)
      .innerJoin(gatewayJobs, eq(gatewayJobs.id, jobId))
      .where(isOfMember(subject))
      .orderBy(jobId, position)
      .limit(ERASED_ROWS),
  );
  const inUse = await listRowsInUse(tx, found, now);
  const rows = found.filter((row) => !inUse.has(row));
  for (const [id, ofJob] of Map.groupBy(rows, ({ job }) => job.id)) {
    const positions = ofJob.map((row) => row.position);
    await tx
      .update(gatewayJobRows)
      .set({
        memberId: subject.pseudonym,
        serviceId: sql`case when ${serviceId} is null then null else ${subject.pseudonym} end`,
        cells: null,
        emailDigest: null,
        phoneDigest: null,
        before: null,
        after: null,
        name: null,
        change: null,
        undo: null,
        reasons: null,
        reason: null,
        state: sql`case ${state} when 'done' then ${state} else 'skipped' end`,
      })
      .where(and(eq(jobId, id), inArray(position, positions)));
    const countOf = (wanted: string) => ofJob.filter((row) => row.state === wanted).length;
    // An import that isn't started counts its rows when it is.
    const wasStarted = sql`(${gatewayJobs.kind} <> 'import' or ${gatewayJobs.startedAt} is not null)`;
    await tx
      .update(gatewayJobs)
      .set({
        done: sql`${gatewayJobs.done} + ${countOf('pending')}`,
        failed: sql`${gatewayJobs.failed} - ${countOf('failed')}`,
      })
      .where(and(eq(gatewayJobs.id, id), wasStarted));
  }
  return { count: rows.length, isInUse: inUse.size > 0, more: found.length === ERASED_ROWS };
}

interface FoundRow extends Pick<GatewayJobRow, 'position' | 'state' | 'serviceId'> {
  job: GatewayJob;
}

/** The rows that a batch in progress may be adding members with. */
async function listRowsInUse(
  tx: Queries,
  rows: readonly FoundRow[],
  now: Date,
): Promise<Set<FoundRow>> {
  const isAdding = ({ job: { kind, startedAt, nextAttemptAt }, ...row }: FoundRow) =>
    kind === 'import' &&
    startedAt !== null &&
    nextAttemptAt !== null &&
    nextAttemptAt > now &&
    row.state === 'pending' &&
    row.serviceId === null;
  const inUse = new Set<FoundRow>();
  for (const [id, ofJob] of Map.groupBy(rows.filter(isAdding), ({ job }) => job.id)) {
    const batch = await tx.select({ position }).from(gatewayJobRows).where(isInBatch(id));
    const positions = new Set(batch.map((row) => row.position));
    for (const row of ofJob) if (positions.has(row.position)) inUse.add(row);
  }
  return inUse;
}

/**
 * Removes the member from what imports say about others with the same address or phone number, and as the referrer
 * that selected the members of a job.
 */
async function eraseFromSummaries(tx: Queries, subject: DataSubject): Promise<number> {
  const { id, summary, createdAt } = gatewayJobs;
  const names = sql`jsonb_path_query_array(${summary}::jsonb, '$.warnings[*].members[*]')`;
  const hasId = sql`${names} @> ${JSON.stringify([{ id: subject.serviceId }])}::jsonb`;
  const hasMemberId = sql`${names} @> ${JSON.stringify([{ member_id: subject.memberId }])}::jsonb`;
  const isReferrer = inArray(
    sql`${summary}::jsonb #>> '{filter,referrer}'`,
    [subject.serviceId, subject.memberId].filter((key) => key !== null),
  );
  const jobs = await lockForUpdate(
    tx
      .select({ id, summary, isInTime: sql<boolean>`${isInTime(createdAt, subject) ?? sql`true`}` })
      .from(gatewayJobs)
      .where(and(inArray(gatewayJobs.teamId, subject.teamIds), or(hasId, hasMemberId, isReferrer))),
  );
  let count = 0;
  for (const job of jobs) {
    const isSubject = (serviceId: string | undefined, memberId: string) =>
      serviceId === undefined
        ? job.isInTime && memberId === subject.memberId
        : serviceId === subject.serviceId;
    const checked = JSON.parse(job.summary) as Job['summary'];
    for (const warning of checked.warnings ?? []) {
      const others = warning.members?.filter((named) => !isSubject(named.id, named.member_id));
      count += (warning.members?.length ?? 0) - (others?.length ?? 0);
      if (others) warning.members = others;
    }
    const { referrer } = checked.filter ?? {};
    // It is one of both keys.
    if (
      referrer !== undefined &&
      (referrer === subject.serviceId || isSubject(undefined, referrer))
    ) {
      delete checked.filter?.referrer;
      count += 1;
    }
    await tx
      .update(gatewayJobs)
      .set({ summary: JSON.stringify(checked) })
      .where(eq(id, job.id));
  }
  return count;
}

/** Parts of exports that one transaction rewrites. */
const PARTS = 5;

/** Removes the member's lines from the parts of exports. */
async function eraseLines(tx: Queries, subject: DataSubject): Promise<number> {
  if (subject.serviceId === null) return 0;
  const { serviceIds } = gatewayJobChunks;
  const parts = await lockForUpdate(
    tx
      .select({ part: gatewayJobChunks, columns: gatewayJobs.columns })
      .from(gatewayJobChunks)
      .innerJoin(gatewayJobs, eq(gatewayJobs.id, gatewayJobChunks.jobId))
      .where(
        and(
          arrayContains(serviceIds, [subject.serviceId]),
          inArray(gatewayJobs.teamId, subject.teamIds),
        ),
      )
      .limit(PARTS),
  );
  for (const { part, columns } of parts) {
    await tx
      .update(gatewayJobChunks)
      .set({
        serviceIds: part.serviceIds.filter((each) => each !== subject.serviceId),
        text: part.text === null ? null : withoutLine(part.text, part.serviceIds, columns, subject),
      })
      .where(
        and(eq(gatewayJobChunks.jobId, part.jobId), eq(gatewayJobChunks.position, part.position)),
      );
  }
  return parts.length;
}

/**
 * A part without the member's line. A part of an older version also has the ids of members that were gone, which
 * have no line: then the line is found by its member ID or, if that isn't exported, the whole part is removed.
 */
function withoutLine(
  text: string,
  serviceIds: string[],
  columns: string[] | null,
  { serviceId, memberId: ownId }: DataSubject,
): string {
  const options = { record_delimiter: '\r\n', relax_column_count: true, raw: true };
  const lines = parse(text, options) as unknown as { raw: string; record: string[] }[];
  const column = columns?.indexOf('member_id') ?? -1;
  const isOfMember =
    lines.length === serviceIds.length
      ? (_record: string[], index: number) => serviceIds[index] === serviceId
      : (record: string[]) => column === -1 || unescapeCell(record[column] ?? '') === ownId;
  return (
    lines
      .filter(({ record }, index) => !isOfMember(record, index))
      // The parser leaves out a part of the end of a line.
      .map(({ raw }) => `${raw.replace(/\r?\n?$/, '')}\r\n`)
      .join('')
  );
}
