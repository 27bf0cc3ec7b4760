import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import type { DirectoryFilter } from '#contract/gateway/filters/directory-filters.ts';
import type { ExportFormat } from '#contract/gateway/job.ts';
import {
  ATTRIBUTE_PREFIX,
  EXPORT_COLUMNS,
  EXPORTED_ATTRIBUTES_MAX,
} from '#contract/gateway/member-csv.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { findNextExpiration } from '#services/gateway/directory/owed/next-expiration.ts';
import { toCsv, toPlainCsv } from '#services/gateway/jobs/csv-cells.ts';
import { findColumn } from '#services/gateway/jobs/csv-columns.ts';
import {
  endJob,
  type JobClaim,
  type JobsWorkerDependencies,
  jobClaims,
} from '#services/gateway/jobs/job-claims.ts';
import { notifyJobs } from '#services/gateway/jobs/jobs-channel.ts';
import { touched } from '#services/gateway/jobs/jobs-store.ts';
import { gatewayJobChunks } from '#services/gateway/jobs/jobs-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { storable } from '#services/platform/database/storable.ts';
import { LeaseLostError } from '#services/platform/jobs/claims.ts';

/** The members of a part, in their order; those that are gone by now are left out. */
interface Part {
  /** Of its last member. */
  position: number;
  /** Where the rest of the stored part begins, if it has too many bytes for one step. */
  rest: { position: number; from: number } | undefined;
  members: Member[];
}

/** Of the members that are read at a time; a single one may have more. */
const PART_MAX_BYTES = 4 * 1024 * 1024;
/** Lines that are written before requests are served. */
const LINES_PER_TURN = 50;

/**
 * Works on the next part of an export. Without chosen columns it has those of all custom attributes, which
 * are added as they are found: the parts before are filled up when the file is downloaded.
 */
export async function runExport(
  dependencies: JobsWorkerDependencies,
  claim: JobClaim,
): Promise<void> {
  const part = await loadPart(dependencies, claim);
  const { attributes = [] } = readSummary(claim);
  if (part) await writePart(dependencies, claim, part, attributes);
  else await finishExport(dependencies, claim, attributes);
}

async function loadPart(
  { db }: JobsWorkerDependencies,
  { id, teamId }: JobClaim,
): Promise<Part | undefined> {
  const { rows } = await db.execute<{
    position: number;
    size: number;
    document: string | null;
  }>(sql`
    with part as (
      select position, service_ids from ${gatewayJobChunks}
      where job_id = ${id} and text is null order by position limit 1),
    listed as (
      select part.position, cardinality(part.service_ids) as size, selected.number, members.document,
        sum(coalesce(octet_length(members.document), 0)) over (order by selected.number) as bytes
      from part cross join unnest(part.service_ids) with ordinality as selected(service_id, number)
      left join directory_members members
        on members.team_id = ${teamId} and members.service_id = selected.service_id)
    select position, size, document from listed
    where bytes <= ${PART_MAX_BYTES} or number = 1 order by number`);
  const [first] = rows;
  if (!first) return undefined;
  const left = first.size - rows.length;
  return {
    position: first.position - left,
    rest: left === 0 ? undefined : { position: first.position, from: rows.length + 1 },
    members: rows.flatMap(({ document }) =>
      document === null ? [] : [JSON.parse(document) as Member],
    ),
  };
}

async function writePart(
  { db, clock }: JobsWorkerDependencies,
  claim: JobClaim,
  { position, rest, members }: Part,
  found: readonly string[],
): Promise<void> {
  const attributes = claim.columns === null ? addAttributes(found, members) : [];
  const columns = columnsOf(claim, attributes);
  const isPlain = readSummary(claim).format === 'csv_plain';
  const readers = columns.map((name) => {
    const column = findColumn(name);
    return isPlain ? column?.readPlain : column?.read;
  });
  const now = clock.now();
  const records = members.map((member) => ({
    ...member,
    next_expiration: findNextExpiration(member, now),
  }));
  const toCells = (member: (typeof records)[number]) => readers.map((read) => read?.(member) ?? '');
  const lines = [];
  for (let start = 0; start < records.length; start += LINES_PER_TURN) {
    await nextTurn();
    const some = records.slice(start, start + LINES_PER_TURN);
    lines.push((isPlain ? toPlainCsv : toCsv)(some.map(toCells)));
  }
  const text = storable(lines.join(''));
  await db.transaction(async (tx) => {
    const isSaved = await jobClaims.finish(tx, claim, {
      position,
      done: position,
      summary: JSON.stringify({
        ...readSummary(claim),
        ...(claim.columns === null ? { attributes } : {}),
      }),
      attempts: 0,
      lastError: null,
      nextAttemptAt: clock.now(),
      ...touched(clock),
    });
    if (!isSaved) throw new LeaseLostError();
    if (rest) await splitPart(tx, claim, position, rest);
    await tx
      .update(gatewayJobChunks)
      .set({ text, columns: columns.length })
      .where(and(eq(gatewayJobChunks.jobId, claim.id), eq(gatewayJobChunks.position, position)));
    await notifyJobs(tx, claim.teamId);
  });
}

/** The members before a position become a part of their own. */
async function splitPart(
  tx: Queries,
  { id }: JobClaim,
  position: number,
  rest: NonNullable<Part['rest']>,
): Promise<void> {
  const isPart = sql`job_id = ${id} and position = ${rest.position}`;
  await tx.execute(sql`
    insert into ${gatewayJobChunks} (job_id, position, service_ids)
    select job_id, ${position}::int, service_ids[:${rest.from - 1}::int]
    from ${gatewayJobChunks} where ${isPart}`);
  await tx.execute(sql`
    update ${gatewayJobChunks} set service_ids = service_ids[${rest.from}::int:] where ${isPart}`);
}

async function finishExport(
  dependencies: JobsWorkerDependencies,
  claim: JobClaim,
  attributes: readonly string[],
): Promise<void> {
  const { attributes: _inColumns, ...summary } = readSummary(claim);
  await endJob(dependencies, claim, {
    state: 'done',
    columns: columnsOf(claim, attributes),
    summary: JSON.stringify(summary),
  });
}

interface ExportSummary {
  filter?: DirectoryFilter;
  format?: ExportFormat;
  /** The custom attributes found so far, until they are among the columns. */
  attributes?: string[];
}

function readSummary({ summary }: JobClaim): ExportSummary {
  return JSON.parse(summary) as ExportSummary;
}

/**
 * Adds those that members have to the names of custom attributes, up to `EXPORTED_ATTRIBUTES_MAX`; a column
 * needs one that is not empty.
 */
function addAttributes(found: readonly string[], members: readonly Member[]): string[] {
  const names = new Set(members.flatMap((member) => Object.keys(member.custom_attributes ?? {})));
  for (const name of ['', ...found]) names.delete(name);
  return [...found, ...[...names].sort()].slice(0, EXPORTED_ATTRIBUTES_MAX);
}

function columnsOf(claim: JobClaim, attributes: readonly string[]): string[] {
  const ofAttributes = attributes.map((name) => storable(`${ATTRIBUTE_PREFIX}${name}`));
  return claim.columns ?? [...EXPORT_COLUMNS, ...ofAttributes];
}
