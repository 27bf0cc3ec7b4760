import { and, desc, eq, gt, lt, max } from 'drizzle-orm';
import type { CreateJob } from '#contract/gateway/job.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { getMember } from '#contract/loyalty/members/members.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import type { SharedDependencies } from '#services/compose/dependencies.ts';
import { createOwnCalls } from '#services/compose/mount-loyalty.ts';
import { directoryStates } from '#services/gateway/directory/directory-states-table.ts';
import { writeMembers } from '#services/gateway/directory/write-members.ts';
import { createUndo } from '#services/gateway/jobs/change/create-undo.ts';
import { insertJob } from '#services/gateway/jobs/insert-job.ts';
import type { JobsWorkerDependencies } from '#services/gateway/jobs/job-claims.ts';
import { workOnJobs } from '#services/gateway/jobs/jobs-worker.ts';
import { GATEWAY_LIMITS } from '#services/gateway/limits.ts';
import { createLoyaltyClient } from '#services/gateway/loyalty/loyalty-client.ts';
import type { LoyaltyOperations } from '#services/loyalty/dependencies.ts';
import { loyalty } from '#services/loyalty/loyalty.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { programs } from '#services/loyalty/programs/programs-table.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { addSeconds, type Clock, DAY_SECONDS } from '#services/platform/clock.ts';
import { runInContext } from '#services/platform/context.ts';
import type { Database } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { createServer } from '#services/platform/http/server.ts';
import { DEMO_SIGN_IN } from './advocacy/users.ts';
import { FULL_PROGRAM } from './loyalty/demo-programs.ts';

/** Of the members with the highest numbers. */
const MEMBERS = 9;
const DAYS = 21;

/** What the administrator did with the members, and how many days ago; undone two hours later if it `isUndone`. */
const HISTORY: readonly {
  daysAgo: number;
  create: (ids: string[]) => CreateJob;
  isUndone?: boolean;
}[] = [
  {
    daysAgo: 12,
    create: (ids) => ({
      kind: 'change',
      selection: { ids: ids.slice(0, 4) },
      change: { add_tags: ['beta testers'] },
    }),
  },
  {
    daysAgo: 9,
    create: (ids) => ({
      kind: 'change',
      selection: { ids },
      change: { add_tags: ['beta testers'] },
    }),
  },
  {
    daysAgo: 5,
    create: (ids) => ({
      kind: 'change',
      selection: { ids },
      change: { points: { points: 250, reason: 'Apology for the late delivery' } },
    }),
    isUndone: true,
  },
  { daysAgo: 3, create: (ids) => ({ kind: 'export', selection: { ids } }) },
];

/**
 * Creates jobs of the last weeks and works on them, with the functions and at the times of real ones. To be called
 * before other work on jobs begins.
 */
export async function seedTeamJobs(shared: SharedDependencies): Promise<void> {
  const { log, environment, publicUrl } = shared;
  const { db, listen } = shared.storage;
  const { teamId } = FULL_PROGRAM;
  const now = shared.clock.now();
  let time = now;
  const clock: Clock = { now: () => time };
  const server = createServer(log, environment);
  const operations: LoyaltyOperations = new Map();
  await server.register(async (app) => loyalty(app, { ...shared, db, clock, operations }));
  const dependencies: JobsWorkerDependencies = {
    ...shared,
    db,
    listen,
    clock,
    loyaltyBaseUrl: publicUrl,
    servesLoyalty: true,
    callOwnLoyalty: createOwnCalls(operations, log),
    limits: GATEWAY_LIMITS,
    findRole: async () => ({ kind: 'administrator' }),
  };
  const owner = { teamId, user: await findAdministrator(db) };
  const actor = { kind: 'user' as const, ...owner.user };
  time = addSeconds(now, -DAYS * DAY_SECONDS);
  const ids = await addToDirectory(dependencies, teamId);
  const runAt = async (at: Date, create: () => Promise<{ id: number }>) => {
    time = at;
    const [last] = await db.select({ id: max(auditEvents.id) }).from(auditEvents);
    const job = await runInContext({ actor, teamId }, create);
    while (await workOnJobs(dependencies));
    await db
      .update(auditEvents)
      .set({ at })
      .where(gt(auditEvents.id, last?.id ?? 0));
    return job;
  };
  for (const { daysAgo, create, isUndone } of HISTORY) {
    const at = addSeconds(now, -daysAgo * DAY_SECONDS);
    const job = await runAt(at, () => insertJob(db, clock, owner, create(ids)));
    if (isUndone) await runAt(addSeconds(at, 7_200), () => createUndo(db, clock, owner, job));
  }
  await sortAuditEvents(db);
  await server.close();
}

async function findAdministrator(db: Database): Promise<{ id: string; name: string }> {
  const { id, name, email } = one(
    await db.select().from(users).where(eq(users.email, DEMO_SIGN_IN.email)),
  );
  return { id: String(id), name: name ?? email };
}

/**
 * Adds the members of the jobs to the team's directory, which is built later.
 * @returns their `id`
 */
async function addToDirectory(
  dependencies: JobsWorkerDependencies,
  teamId: number,
): Promise<string[]> {
  const { db, clock, log } = dependencies;
  const known = await db
    .select({ serviceId: members.serviceId })
    .from(members)
    .innerJoin(programs, eq(programs.id, members.programId))
    .where(
      and(
        eq(programs.partnerId, FULL_PROGRAM.partnerId),
        eq(members.status, 'active'),
        lt(members.enrolledAt, clock.now()),
      ),
    )
    .orderBy(desc(members.id))
    .limit(MEMBERS);
  const client = await createLoyaltyClient(dependencies, teamId);
  const read: Member[] = [];
  for (const { serviceId } of known) {
    const found = await client?.call(getMember, { params: { member: serviceId } });
    if (found) read.push(found.data);
  }
  await db
    .insert(directoryStates)
    .values({ teamId, nextAttemptAt: clock.now() })
    .onConflictDoNothing();
  await db.transaction((tx) =>
    writeMembers(tx, teamId, [{ members: read, readAt: clock.now() }], log),
  );
  return read.map(({ id }) => id);
}

/** Gives the events ids in the order of their times, in which they are listed. */
async function sortAuditEvents(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const events = await tx.delete(auditEvents).returning();
    const sorted = events.toSorted((one, other) => one.at.getTime() - other.at.getTime());
    await tx.insert(auditEvents).values(sorted.map(({ id: _, ...event }) => event));
  });
}
