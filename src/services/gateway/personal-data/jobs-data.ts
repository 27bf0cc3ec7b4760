import { parse } from 'csv-parse/sync';
import { and, arrayOverlaps, eq, inArray, or, sql } from 'drizzle-orm';
import { toCsv, unescapeCell } from '#services/gateway/jobs/csv-cells.ts';
import {
  gatewayJobChunks,
  gatewayJobRows,
  gatewayJobs,
} from '#services/gateway/jobs/jobs-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import {
  isMentioned,
  isNamedIn,
  mentionsInJson,
  mentionsInText,
  withoutMentions,
} from '#services/platform/personal-data/mentions.ts';
import type {
  DataSubject,
  PersonalDataSection,
} from '#services/platform/personal-data/personal-data.ts';

const { jobId, memberId, serviceId, cells, before, undo } = gatewayJobRows;

const isOfMember = ({ memberIds, serviceIds }: DataSubject) =>
  or(inArray(memberId, memberIds), inArray(serviceId, serviceIds));

/** Rows of jobs stay, with their outcome alone. Exports lose the member's line. */
export const jobsData: PersonalDataSection = {
  name: 'job_rows',
  tables: [gatewayJobs, gatewayJobRows, gatewayJobChunks],
  async read(db, subject) {
    const rows = await db
      .select({ job: gatewayJobs, row: gatewayJobRows })
      .from(gatewayJobRows)
      .innerJoin(gatewayJobs, eq(gatewayJobs.id, jobId))
      .where(and(inArray(gatewayJobs.teamId, subject.teamIds), isOfMember(subject)))
      .orderBy(jobId);
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
  async erase(tx, subject) {
    const jobs = await tx
      .select()
      .from(gatewayJobs)
      .where(inArray(gatewayJobs.teamId, subject.teamIds));
    let count = 0;
    for (const job of jobs) {
      count += await eraseRows(tx, job.id, subject);
      count += await eraseLines(tx, job.id, subject);
    }
    await eraseDescriptions(tx, subject);
    return count;
  },
};

async function eraseRows(tx: Queries, id: number, subject: DataSubject): Promise<number> {
  const people = { ...subject, memberIds: [], serviceIds: [] };
  const rows = await tx
    .update(gatewayJobRows)
    .set({
      memberId: subject.pseudonym,
      serviceId: sql`case when ${serviceId} is null then null else ${subject.pseudonym} end`,
      cells: sql`case when ${cells} is null then null else '[]' end`,
      before: null,
      after: null,
      name: null,
      change: null,
      undo: null,
      reasons: null,
      reason: null,
      state: sql`case ${gatewayJobRows.state} when 'pending' then 'skipped' else ${gatewayJobRows.state} end`,
    })
    .where(
      and(
        eq(jobId, id),
        or(
          isOfMember(subject),
          ...[cells, before, undo].map((column) => mentionsInJson(column, people)),
        ),
      ),
    )
    .returning({ position: gatewayJobRows.position });
  return rows.length;
}

/** Removes the member's lines from the parts of an export. */
async function eraseLines(tx: Queries, id: number, subject: DataSubject): Promise<number> {
  const parts = await tx
    .select()
    .from(gatewayJobChunks)
    .where(
      and(
        eq(gatewayJobChunks.jobId, id),
        or(
          arrayOverlaps(gatewayJobChunks.serviceIds, subject.serviceIds),
          mentionsInText(gatewayJobChunks.text, subject),
        ),
      ),
    );
  for (const part of parts) {
    await tx
      .update(gatewayJobChunks)
      .set({
        serviceIds: part.serviceIds.filter((each) => !subject.serviceIds.includes(each)),
        text: part.text === null ? null : withoutLines(part.text, part.serviceIds, subject),
      })
      .where(and(eq(gatewayJobChunks.jobId, id), eq(gatewayJobChunks.position, part.position)));
  }
  return parts.length;
}

/**
 * The lines of a part without the member's. Members that were gone have no line; if no value of the person
 * is in the file, nobody knows then which line it is, so the part becomes empty.
 */
function withoutLines(text: string, serviceIds: string[], subject: DataSubject): string {
  const lines: string[][] = parse(text, { record_delimiter: '\r\n', relax_column_count: true });
  const index = serviceIds.findIndex((each) => subject.serviceIds.includes(each));
  const others = lines.filter((cells) => !isMentioned(cells.map(unescapeCell), subject));
  const isKnown = index === -1 || others.length < lines.length;
  const remaining =
    index !== -1 && lines.length === serviceIds.length
      ? lines.toSpliced(index, 1)
      : isKnown
        ? others
        : [];
  return toCsv(remaining.map((line) => line.map(unescapeCell)));
}

/** Erases the names of a job's filter, change and file. */
async function eraseDescriptions(tx: Queries, subject: DataSubject): Promise<void> {
  const { fileName, change, summary, error, lastError, id } = gatewayJobs;
  const jobs = await tx
    .select()
    .from(gatewayJobs)
    .where(
      and(
        inArray(gatewayJobs.teamId, subject.teamIds),
        or(
          ...[change, summary].map((column) => mentionsInJson(column, subject)),
          ...[fileName, error, lastError].map((column) => mentionsInText(column, subject)),
        ),
      ),
    );
  const clean = (json: string) => JSON.stringify(withoutMentions(JSON.parse(json), subject));
  const unlessNamed = (text: string | null) => (isNamedIn(text, subject) ? null : text);
  for (const job of jobs) {
    await tx
      .update(gatewayJobs)
      .set({
        fileName: unlessNamed(job.fileName),
        change: job.change === null ? null : clean(job.change),
        summary: clean(job.summary),
        error: unlessNamed(job.error),
        lastError: unlessNamed(job.lastError),
      })
      .where(eq(id, job.id));
  }
}
