import { and, eq, gt, inArray } from 'drizzle-orm';
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

const BATCH = 1_000;

/** Works on the next members of an export: the first time through for its columns, then for its rows. */
export async function runExport(
  dependencies: JobsWorkerDependencies,
  claim: JobClaim,
): Promise<void> {
  const { db, clock } = dependencies;
  const rows = await db
    .select({ position: gatewayJobRows.position, serviceId: gatewayJobRows.serviceId })
    .from(gatewayJobRows)
    .where(and(eq(gatewayJobRows.jobId, claim.id), gt(gatewayJobRows.position, claim.position)))
    .orderBy(gatewayJobRows.position)
    .limit(BATCH);
  const position = rows.at(-1)?.position ?? claim.position;
  const members = await loadMembers(dependencies, claim.teamId, rows);
  if (claim.columns === null) {
    await findColumns(dependencies, claim, { members, position, isLast: rows.length < BATCH });
    return;
  }
  const columns = claim.columns.map((name) => findColumn(name));
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
  if (rows.length < BATCH) {
    await updateJob(db, clock, claim, {
      from: ['running'],
      set: { state: 'done', endedAt: clock.now(), nextAttemptAt: null },
    });
  }
}

/** In the order of the rows; members that are gone by now are left out. */
async function loadMembers(
  { db }: JobsWorkerDependencies,
  teamId: number,
  rows: { serviceId: string | null }[],
): Promise<Member[]> {
  const ids = rows.flatMap(({ serviceId }) => serviceId ?? []);
  if (ids.length === 0) return [];
  const found = await db
    .select({ serviceId: directoryMembers.serviceId, document: directoryMembers.document })
    .from(directoryMembers)
    .where(and(eq(directoryMembers.teamId, teamId), inArray(directoryMembers.serviceId, ids)));
  const documents = new Map(found.map(({ serviceId, document }) => [serviceId, document]));
  return ids.flatMap((id) => {
    const document = documents.get(id);
    return document === undefined ? [] : [JSON.parse(document) as Member];
  });
}

/** Collects the names of custom attributes, which the header needs before the first row. */
async function findColumns(
  { db, clock }: JobsWorkerDependencies,
  claim: JobClaim,
  { members, position, isLast }: { members: Member[]; position: number; isLast: boolean },
): Promise<void> {
  const summary = JSON.parse(claim.summary) as { attributes?: string[] };
  const names = new Set(summary.attributes);
  for (const member of members) {
    for (const name of Object.keys(member.custom_attributes ?? {})) {
      if (name !== '') names.add(name);
    }
  }
  const attributes = [...names].sort();
  const columns = [...COLUMN_NAMES, ...attributes.map((name) => `${ATTRIBUTE_PREFIX}${name}`)];
  const outcome: Partial<typeof gatewayJobs.$inferInsert> = isLast
    ? { columns: columns.map(storable), position: 0, summary: '{}' }
    : { position, summary: JSON.stringify({ attributes }) };
  const isSaved = await jobClaims.finish(db, claim, { ...outcome, nextAttemptAt: clock.now() });
  if (!isSaved) throw new JobLostError();
}

const storable = (text: string) => text.toWellFormed().replaceAll('\0', '');
