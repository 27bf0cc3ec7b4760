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
import { toCsv, toPlainCsv } from '#services/platform/csv/csv.ts';
import { lockForUpdate } from '#services/platform/database/lock-for-update.ts';
import { one } from '#services/platform/database/one.ts';
import { storable } from '#services/platform/database/storable.ts';
import { LeaseLostError } from '#services/platform/jobs/claims.ts';

/** The members of a part, in their order; those that are gone by now are left out. */
interface Part {
  /** The stored part's. */
  position: number;
  /** How many of its members are left for another step, because they have too many bytes. */
  left: number;
  /** The members that were looked up, with those that are gone. */
  serviceIds: ReadonlySet<string>;
  members: { serviceId: string; member: Member }[];
}

/** The members that are read at a time have up to this many bytes; a single one may have more. */
const PART_MAX_BYTES = 512 * 1024;
/** Requests are served after so many characters of the file, which are some dozen lines. */
const TURN_LENGTH = 16 * 1024;

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
    service_id: string | null;
    document: string | null;
  }>(sql`
    with part as (
      select position, service_ids from ${gatewayJobChunks}
      where job_id = ${id} and text is null order by position limit 1),
    listed as (
      select part.position, cardinality(part.service_ids) as size, selected.service_id, selected.number,
        members.document, sum(coalesce(octet_length(members.document), 0)) over (order by selected.number) as bytes
      from part left join unnest(part.service_ids) with ordinality as selected(service_id, number) on true
      left join directory_members members
        on members.team_id = ${teamId} and members.service_id = selected.service_id)
    select position, size, service_id, document from listed
    where service_id is null or bytes <= ${PART_MAX_BYTES} or number = 1 order by number`);
  const [first] = rows;
  if (!first) return undefined;
  const serviceIds = new Set(rows.flatMap(({ service_id: serviceId }) => serviceId ?? []));
  return {
    position: first.position,
    left: first.size - serviceIds.size,
    serviceIds,
    members: rows.flatMap(({ service_id: serviceId, document }) =>
      document === null || serviceId === null
        ? []
        : [{ serviceId, member: JSON.parse(document) as Member }],
    ),
  };
}

async function writePart(
  { db, clock }: JobsWorkerDependencies,
  claim: JobClaim,
  { position, left, serviceIds, members }: Part,
  found: readonly string[],
): Promise<void> {
  const documents = members.map(({ member }) => member);
  const attributes = claim.columns === null ? addAttributes(found, documents) : [];
  const columns = columnsOf(claim, attributes);
  const isPlain = readSummary(claim).format === 'csv_plain';
  const readers = columns.map((name) => {
    const column = findColumn(name);
    return isPlain ? column?.readPlain : column?.read;
  });
  const now = clock.now();
  const lines = new Map<string, string>();
  let length = 0;
  for (const { serviceId, member } of members) {
    const record = { ...member, next_expiration: findNextExpiration(member, now) };
    const cells = readers.map((read) => read?.(record) ?? '');
    const line = (isPlain ? toPlainCsv : toCsv)([cells]);
    lines.set(serviceId, line);
    length += line.length;
    if (length < TURN_LENGTH) continue;
    length = 0;
    await nextTurn();
  }
  const end = position - left;
  const isPart = and(eq(gatewayJobChunks.jobId, claim.id), eq(gatewayJobChunks.position, position));
  await db.transaction(async (tx) => {
    const isSaved = await jobClaims.finish(tx, claim, {
      position: end,
      done: end,
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
    // Members that were erased since the part was read aren't among them.
    const { ids } = one(
      await lockForUpdate(
        tx.select({ ids: gatewayJobChunks.serviceIds }).from(gatewayJobChunks).where(isPart),
      ),
    );
    const written = ids.filter((id) => lines.has(id));
    const text = storable(written.map((id) => lines.get(id)).join(''));
    const part = { serviceIds: written, text, columns: columns.length };
    const others = ids.filter((id) => !serviceIds.has(id));
    if (left === 0) {
      await tx.update(gatewayJobChunks).set(part).where(isPart);
    } else {
      await tx.update(gatewayJobChunks).set({ serviceIds: others }).where(isPart);
      await tx.insert(gatewayJobChunks).values({ jobId: claim.id, position: end, ...part });
    }
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
