import { and, eq, gt } from 'drizzle-orm';
import { ATTRIBUTE_PREFIX } from '#contract/gateway/member-csv.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import { toCsv } from './csv-cells.ts';
import {
  type JobClaim,
  JobLostError,
  type JobsWorkerDependencies,
  jobClaims,
} from './job-claims.ts';
import { notifyJobs } from './jobs-channel.ts';
import { touched, updateJob } from './jobs-store.ts';
import { gatewayJobChunks, gatewayJobRows, type gatewayJobs } from './jobs-table.ts';
import { COLUMN_NAMES, findColumn } from './member-columns.ts';

const BATCH = 2_000;

/**
 * Works on the next members of an export. The header needs the names of all custom attributes before the
 * first row: they are assumed to be those of the first members. If another one turns up later, all names
 * are collected, and the export starts again.
 */
export async function runExport(
  dependencies: JobsWorkerDependencies,
  claim: JobClaim,
): Promise<void> {
  const batch = await loadBatch(dependencies, claim);
  const { attributes } = JSON.parse(claim.summary) as { attributes?: string[] };
  const isAssumed = claim.columns !== null && attributes !== undefined;
  const names = attributeNames(batch.members);
  if (claim.columns === null) {
    const known = [...new Set([...(attributes ?? []), ...names])];
    const isFirst = attributes === undefined;
    await saveColumns(dependencies, claim, { known, batch, isFirst });
  } else if (isAssumed && names.some((name) => !attributes.includes(name))) {
    await collectColumns(dependencies, claim, attributes);
  } else {
    await writeRows(dependencies, claim, batch);
  }
}

interface Batch {
  members: Member[];
  /** Of the last row. */
  position: number;
  isLast: boolean;
}

/** The next members, in the order of the rows; those that are gone by now are left out. */
async function loadBatch({ db }: JobsWorkerDependencies, claim: JobClaim): Promise<Batch> {
  const next = db.$with('next').as(
    db
      .select({ position: gatewayJobRows.position, serviceId: gatewayJobRows.serviceId })
      .from(gatewayJobRows)
      .where(and(eq(gatewayJobRows.jobId, claim.id), gt(gatewayJobRows.position, claim.position)))
      .orderBy(gatewayJobRows.position)
      .limit(BATCH),
  );
  const rows = await db
    .with(next)
    .select({ position: next.position, document: directoryMembers.document })
    .from(next)
    .leftJoin(
      directoryMembers,
      and(
        eq(directoryMembers.teamId, claim.teamId),
        eq(directoryMembers.serviceId, next.serviceId),
      ),
    )
    .orderBy(next.position);
  return {
    members: rows.flatMap(({ document }) =>
      document === null ? [] : [JSON.parse(document) as Member],
    ),
    position: rows.at(-1)?.position ?? claim.position,
    isLast: rows.length < BATCH,
  };
}

async function writeRows(
  { db, clock }: JobsWorkerDependencies,
  claim: JobClaim,
  { members, position, isLast }: Batch,
): Promise<void> {
  const columns = (claim.columns ?? []).map((name) => findColumn(name));
  const text = toCsv(members.map((member) => columns.map((column) => column?.read(member) ?? '')));
  await db.transaction(async (tx) => {
    const isSaved = await jobClaims.finish(tx, claim, {
      position,
      done: position,
      attempts: 0,
      lastError: null,
      nextAttemptAt: clock.now(),
      ...touched(clock),
    });
    if (!isSaved) throw new JobLostError();
    if (text !== '') await tx.insert(gatewayJobChunks).values({ jobId: claim.id, position, text });
    await notifyJobs(tx, claim.teamId);
  });
  if (!isLast) return;
  await updateJob(db, clock, claim, {
    from: ['running'],
    set: { state: 'done', summary: '{}', endedAt: clock.now(), nextAttemptAt: null },
  });
}

/** Of custom attributes; a column needs one that is not empty. */
function attributeNames(members: readonly Member[]): string[] {
  const names = new Set(members.flatMap((member) => Object.keys(member.custom_attributes ?? {})));
  names.delete('');
  return [...names];
}

/** Sets the columns after the first members, or else after the last ones. */
async function saveColumns(
  { db, clock }: JobsWorkerDependencies,
  claim: JobClaim,
  { known, batch, isFirst }: { known: string[]; batch: Batch; isFirst: boolean },
): Promise<void> {
  const attributes = known.sort().map((name) => `${ATTRIBUTE_PREFIX}${name}`);
  const columns = [...COLUMN_NAMES, ...attributes].map(storable);
  const outcome: Partial<typeof gatewayJobs.$inferInsert> =
    isFirst || batch.isLast
      ? { columns, position: 0, summary: isFirst ? JSON.stringify({ attributes: known }) : '{}' }
      : { position: batch.position, summary: JSON.stringify({ attributes: known }) };
  const isSaved = await jobClaims.finish(db, claim, { ...outcome, nextAttemptAt: clock.now() });
  if (!isSaved) throw new JobLostError();
}

/** Starts again with the columns of all members. */
async function collectColumns(
  { db, clock }: JobsWorkerDependencies,
  claim: JobClaim,
  attributes: string[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const isSaved = await jobClaims.finish(tx, claim, {
      columns: null,
      position: 0,
      done: 0,
      summary: JSON.stringify({ attributes }),
      nextAttemptAt: clock.now(),
      ...touched(clock),
    });
    if (!isSaved) throw new JobLostError();
    await tx.delete(gatewayJobChunks).where(eq(gatewayJobChunks.jobId, claim.id));
  });
}

const storable = (text: string) => text.toWellFormed().replaceAll('\0', '');
