import { and, eq, sql } from 'drizzle-orm';
import type { DirectoryFilter } from '#contract/gateway/filters/directory-filters.ts';
import type { ExportFormat } from '#contract/gateway/job.ts';
import { ATTRIBUTE_PREFIX, EXPORT_COLUMNS } from '#contract/gateway/member-csv.ts';
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
import { storable } from '#services/platform/database/storable.ts';
import { LeaseLostError } from '#services/platform/jobs/claims.ts';

/** The members of a part, in their order; those that are gone by now are left out. */
interface Part {
  position: number;
  members: Member[];
}

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
  const { rows } = await db.execute<{ position: number; document: string | null }>(sql`
    with part as (
      select position, service_ids from ${gatewayJobChunks}
      where job_id = ${id} and text is null order by position limit 1)
    select part.position, members.document
    from part cross join unnest(part.service_ids) with ordinality as selected(service_id, number)
    left join directory_members members
      on members.team_id = ${teamId} and members.service_id = selected.service_id
    order by selected.number`);
  const [first] = rows;
  if (!first) return undefined;
  return {
    position: first.position,
    members: rows.flatMap(({ document }) =>
      document === null ? [] : [JSON.parse(document) as Member],
    ),
  };
}

async function writePart(
  { db, clock }: JobsWorkerDependencies,
  claim: JobClaim,
  { position, members }: Part,
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
  const records = members
    .map((member) => ({ ...member, next_expiration: findNextExpiration(member, now) }))
    .map((member) => readers.map((read) => read?.(member) ?? ''));
  const text = storable((isPlain ? toPlainCsv : toCsv)(records));
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
    await tx
      .update(gatewayJobChunks)
      .set({ text, columns: columns.length })
      .where(and(eq(gatewayJobChunks.jobId, claim.id), eq(gatewayJobChunks.position, position)));
    await notifyJobs(tx, claim.teamId);
  });
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

/** Adds those that members have to the names of custom attributes; a column needs one that is not empty. */
function addAttributes(found: readonly string[], members: readonly Member[]): string[] {
  const names = new Set(members.flatMap((member) => Object.keys(member.custom_attributes ?? {})));
  for (const name of ['', ...found]) names.delete(name);
  return [...found, ...[...names].sort()];
}

function columnsOf(claim: JobClaim, attributes: readonly string[]): string[] {
  const ofAttributes = attributes.map((name) => storable(`${ATTRIBUTE_PREFIX}${name}`));
  return claim.columns ?? [...EXPORT_COLUMNS, ...ofAttributes];
}
