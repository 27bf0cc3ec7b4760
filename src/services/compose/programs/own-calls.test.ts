import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getMember } from '#contract/loyalty/members/members.ts';
import { createOwnCalls } from '#services/compose/mount-loyalty.ts';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { apiKeys } from '#services/loyalty/programs/programs-table.ts';
import { addMembers, createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const MEMBERS = 60;
const FILE = [
  'member_id,first_name,email_address,points_adjustment,points_reason',
  'M-1,Ann,,20,Gift',
  'N-1,New,new@example.test,5,Gift',
  'N-2,Other,,,',
].join('\n');

describeBothStorages('a loyalty service in the same process', (storage) => {
  let loyalty: TestLoyalty;
  let jobs: TestJobs;
  let programId: number;
  beforeAll(async () => {
    loyalty = await startLoyalty(storage.storage);
    jobs = await startJobs(storage.storage, {
      clock: loyalty.clock,
      encryption: loyalty.dependencies.encryption,
      servesLoyalty: true,
      loyaltyBaseUrl: loyalty.baseUrl,
    });
  });
  beforeEach(() => connectNewProgram({ isCalled: true }));
  afterAll(async () => {
    await jobs?.close();
    await loyalty?.close();
  });

  /** @param options.isCalled without HTTP */
  async function connectNewProgram({ isCalled }: { isCalled: boolean }) {
    jobs.dependencies.callOwnLoyalty = isCalled
      ? createOwnCalls(loyalty.operations, silentLog)
      : undefined;
    const { program, credentials } = await createProgram(storage.db);
    programId = program.id;
    const given = Array.from({ length: MEMBERS }, (_, index) => ({ memberId: `M-${index}` }));
    await addMembers(storage.db, programId, given);
    await deleteLoyaltyConnection(storage.db, 1);
    await jobs.connect(1, undefined, credentials);
    await jobs.update();
  }
  const run = async (change: object) => {
    const selection = { filter: {}, expected: MEMBERS };
    const job = await jobs.create({ kind: 'change', selection, change });
    await jobs.work();
    return jobs.get(job);
  };

  /** What jobs do, and what the audit log says about it, without what differs by chance. */
  async function runAll() {
    await storage.db.delete(auditEvents);
    const done = [
      await run({ points: { points: 30, reason: 'Gift' } }),
      await run({ points: { points: -40, reason: 'Mistake' } }),
      await run({ points: { points: -30, reason: 'Mistake' } }),
      await run({ add_tags: ['vip'] }),
    ];
    const imported = await jobs.upload(FILE);
    await jobs.move(imported, 'start');
    await jobs.work();
    const results = [...done, await jobs.get(imported)].map(
      ({ state, changed, skipped, failed, reasons }) => [state, changed, skipped, failed, reasons],
    );
    const events = await storage.db.select().from(auditEvents);
    const rows = await storage.db.select().from(members).where(eq(members.programId, programId));
    return {
      results,
      members: rows
        .map(({ memberId, availablePoints, pointsEarned, pointsDeducted, tags, firstName }) =>
          [memberId, availablePoints, pointsEarned, pointsDeducted, tags, firstName].join(' '),
        )
        .sort(),
      events: events
        .filter(({ subjectType }) => subjectType === 'member')
        .map(({ action, actorKind, actorId, actorName, subjectId, changes, teamId, ip }) =>
          JSON.stringify([action, actorKind, actorId, actorName, subjectId, changes, teamId, ip]),
        )
        .sort(),
    };
  }

  test('is changed by jobs in the same way as over HTTP', async () => {
    const called = await runAll();
    await connectNewProgram({ isCalled: false });
    expect(called.events.length).toBeGreaterThan(3 * MEMBERS);
    expect(await runAll()).toEqual(called);
  });

  test('stops a job when the key of its team is revoked', async () => {
    await storage.db
      .update(apiKeys)
      .set({ revokedAt: loyalty.clock.now() })
      .where(eq(apiKeys.programId, programId));
    const job = await run({ add_tags: ['vip'] });
    expect(job).toMatchObject({ state: 'running', done: 0, failed: 0 });
    expect(job.error).toContain("rejected this team's keys");
  });

  test('stops a job when its user may no longer write', async () => {
    jobs.changedRoles.set('all', 'viewer');
    const job = await run({ add_tags: ['vip'] });
    jobs.changedRoles.clear();
    expect(job).toMatchObject({ state: 'failed', done: 0 });
  });

  test('responds to a failure as over HTTP, without its details', async () => {
    const failing = createOwnCalls(
      new Map([['getMember', () => Promise.reject(new Error('a secret of the database'))]]),
      silentLog,
    );
    const request = { apiKey: '', partnerId: '', params: {}, query: {}, body: undefined };
    const response = await failing(getMember, request);
    expect(response).toMatchObject({ status: 500, document: { error_code: '500' } });
    expect(JSON.stringify(response)).not.toContain('secret');
  });
});
