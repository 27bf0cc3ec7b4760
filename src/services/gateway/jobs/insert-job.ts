import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { DirectoryFilter } from '#contract/gateway/filters/directory-filters.ts';
import { type CreateJob, OPEN_JOB_STATES } from '#contract/gateway/job.ts';
import {
  DELETED_WITHOUT_ID_TOKEN_MAX,
  DELETION_DELAY_SECONDS,
  OPEN_JOBS_MAX,
} from '#contract/gateway/jobs.ts';
import type { GatewayUser } from '#services/gateway/dependencies.ts';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import { matchesSelection } from '#services/gateway/directory/directory-store.ts';
import { findTierNames } from '#services/gateway/directory/tier-names.ts';
import { changesBetween } from '#services/platform/audit/record-audit.ts';
import { addSeconds, type Clock } from '#services/platform/clock.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { errorResponse, stepUpRequired } from '#services/platform/json-api/errors.ts';
import { exportFileName } from './export/export-file-name.ts';
import { notifyJobs } from './jobs-channel.ts';
import { recordJob } from './jobs-store.ts';
import { type GatewayJob, gatewayJobChunks, gatewayJobRows, gatewayJobs } from './jobs-table.ts';

/** Members of an export that are read at a time. */
const EXPORT_BATCH = 2_000;
/** Members that are inserted at a time, in whole parts. */
const SELECTED_BATCH = 5 * EXPORT_BATCH;

export interface JobOwner {
  teamId: number;
  user: GatewayUser;
}

type NewJob = Omit<
  typeof gatewayJobs.$inferInsert,
  'teamId' | 'userId' | 'userName' | 'createdAt' | 'changedAt'
>;

/**
 * Creates a job of a team. Requests at the same time may exceed the limit by as many as there are.
 * @throws {JsonApiError} 409 if the team has too many that haven't ended
 */
export async function insertTeamJob(
  tx: Queries,
  clock: Clock,
  { teamId, user }: JobOwner,
  job: NewJob,
): Promise<GatewayJob> {
  const isOpen = inArray(gatewayJobs.state, OPEN_JOB_STATES);
  const open = await tx.$count(gatewayJobs, and(eq(gatewayJobs.teamId, teamId), isOpen));
  if (open >= OPEN_JOBS_MAX) {
    throw errorResponse(409, {
      detail: `This team has ${open} jobs that haven't ended. Wait until some are done, or cancel some.`,
    });
  }
  const now = clock.now();
  const owned = { teamId, userId: user.id, userName: user.name, createdAt: now, changedAt: now };
  return one(
    await tx
      .insert(gatewayJobs)
      .values({ ...job, ...owned })
      .returning(),
  );
}

/**
 * Creates a job for the members that are selected now.
 * @throws {JsonApiError} 409 if their number is not the expected one, 403 if they are too many to delete
 *   without an id_token
 */
export async function insertJob(
  db: Database,
  clock: Clock,
  { mayDeleteMany = false, ...owner }: JobOwner & { mayDeleteMany?: boolean },
  given: CreateJob,
): Promise<GatewayJob> {
  const { ids, filter = {}, expected = given.expected } = given.selection ?? {};
  const where = ids
    ? and(eq(directoryMembers.teamId, owner.teamId), inArray(directoryMembers.serviceId, ids))
    : await matchesSelection(db, owner.teamId, filter, clock.now());
  const filtered = Object.keys(filter).length > 0 ? { filter } : {};
  const create = async (tx: Queries) => {
    const exported =
      given.kind === 'export' ? await exportColumns(tx, clock, owner.teamId, given) : {};
    const format =
      given.kind === 'export' && given.format === 'csv_plain' ? { format: given.format } : {};
    const job = await insertTeamJob(tx, clock, owner, {
      kind: given.kind,
      state: 'queued',
      summary: JSON.stringify({ ...filtered, ...format }),
      ...(given.kind === 'change' ? { change: JSON.stringify(given.change) } : {}),
      ...exported,
    });
    const total = await insertSelected(tx, job, where);
    if (expected !== undefined && expected !== total) {
      throw errorResponse(409, {
        detail: `${total} members match now, not ${expected}. Check the selection and try again.`,
      });
    }
    const deletesMany = given.kind === 'delete' && total > DELETED_WITHOUT_ID_TOKEN_MAX;
    if (deletesMany && !mayDeleteMany) throw stepUpRequired();
    // A queued job starts once its lease is over.
    const nextAttemptAt = deletesMany ? addSeconds(clock.now(), DELETION_DELAY_SECONDS) : null;
    const recorded = changesBetween<object>(
      {},
      { total, ...(await toRecorded(tx, owner.teamId, filtered)), ...exportRecord(given) },
    );
    await recordJob(tx, 'job.create', job, recorded);
    await notifyJobs(tx, owner.teamId);
    return one(
      await tx
        .update(gatewayJobs)
        .set({ total, nextAttemptAt })
        .where(eq(gatewayJobs.id, job.id))
        .returning(),
    );
  };
  // All batches see the same members.
  return db.transaction(create, { isolationLevel: 'repeatable read' });
}

/** The format of an export, and the columns that were asked for; without them it has all. */
function exportRecord(given: CreateJob) {
  if (given.kind !== 'export') return {};
  const { format = 'csv', columns } = given;
  return { format, ...(columns && { columns }) };
}

/** The columns and file name of an export; other jobs have neither. */
async function exportColumns(
  tx: Queries,
  clock: Clock,
  teamId: number,
  { selection, columns }: Extract<CreateJob, { kind: 'export' }>,
) {
  const fileName = exportFileName({
    selected: selection?.ids?.length,
    filter: selection?.filter ?? {},
    tierNames: await findTierNames(tx, teamId),
    now: clock.now(),
  });
  return { fileName, ...(columns && { columns }) };
}

/** Names the referrer in a filter by the member's own ID, in a field by which an erasure finds it. */
async function toRecorded(
  tx: Queries,
  team: number,
  filtered: { filter?: DirectoryFilter },
): Promise<{ filter?: DirectoryFilter; referrer?: string }> {
  if (filtered.filter?.referrer === undefined) return filtered;
  const { referrer, ...filter } = filtered.filter;
  const { teamId, serviceId, memberId } = directoryMembers;
  const [member] = await tx
    .select({ memberId })
    .from(directoryMembers)
    .where(and(eq(teamId, team), eq(serviceId, referrer)));
  return {
    ...(Object.keys(filter).length > 0 ? { filter } : {}),
    referrer: member?.memberId ?? referrer,
  };
}

/**
 * Inserts the members of a new job: those of an export in parts, which take a fifth of the space of a row
 * for each. In batches, because a statement for a million of them would exceed the database's time limit.
 * Members that don't fill a batch are in the order of their names. More are in the order of the table,
 * because reading it in another order takes more than twice as long.
 * @returns how many there are
 */
async function insertSelected(
  tx: Queries,
  job: GatewayJob,
  where: SQL | undefined,
): Promise<number> {
  const { nameKey, row } = directoryMembers;
  let [total, lastRow, isLast] = [0, '0', false];
  while (!isLast) {
    const insert = job.kind === 'export' ? insertParts(job) : insertRows(job);
    const { rows } = await tx.execute<{ total: number; last_row: string }>(sql`
      with batch as (
        select name_key, row, service_id, member_id,
          ${total === 0} and count(*) over () < ${SELECTED_BATCH} as is_only
        from (
          select ${nameKey}, ${row}, ${directoryMembers.serviceId}, ${directoryMembers.memberId}
          from ${directoryMembers} where ${and(where, sql`${row} > ${lastRow}`)}
          order by ${row} limit ${SELECTED_BATCH}) listed),
      selected as (
        select row, service_id, member_id, ${total}::int + row_number() over (
          order by case when is_only then name_key end, row)::int as position
        from batch),
      inserted as (${insert})
      select max(position) as total, max(row) as last_row from selected having count(*) > 0`);
    const [batch] = rows;
    isLast = batch === undefined || batch.total < total + SELECTED_BATCH;
    if (batch) [total, lastRow] = [batch.total, batch.last_row];
  }
  return total;
}

const insertParts = ({ id }: GatewayJob) => sql`
  insert into ${gatewayJobChunks} (job_id, position, service_ids)
  select ${id}::bigint, max(position), array_agg(service_id order by position)
  from selected group by (position - 1) / ${EXPORT_BATCH}::int`;

const insertRows = ({ id }: GatewayJob) => sql`
  insert into ${gatewayJobRows} (job_id, position, service_id, member_id, state)
  select ${id}::bigint, position, service_id, member_id, 'pending' from selected`;
