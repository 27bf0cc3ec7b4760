import { asc, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { toJobDocument } from '#services/gateway/jobs/jobs-store.ts';
import { gatewayJobs } from '#services/gateway/jobs/jobs-table.ts';
import { saveLoyaltyConnection } from '#services/gateway/save-loyalty-connection.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { readEnvironment } from '#services/platform/environment.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { createKeyring } from '#services/platform/secrets/keyring.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { seedUsers } from './advocacy/users.ts';
import { FULL_PROGRAM } from './loyalty/demo-programs.ts';
import { seedLoyalty } from './loyalty/loyalty.ts';
import { seedTeamJobs } from './team-jobs.ts';

const clock = createTestClock();

describeBothStorages('the jobs of the demo team', (storage) => {
  beforeAll(async () => {
    const keyring = await createKeyring();
    const encryption = createEncryption(keyring);
    const publicUrl = 'http://localhost:4180';
    await seedUsers(storage.db);
    await seedLoyalty(storage.db, { now: clock.now(), encryption, webhookUrl: publicUrl });
    const connection = { ...FULL_PROGRAM, baseUrl: undefined };
    await saveLoyaltyConnection(storage.db, encryption, FULL_PROGRAM.teamId, connection);
    await seedTeamJobs({
      environment: readEnvironment({}),
      storage: storage.storage,
      clock,
      log: silentLog,
      keyring,
      encryption,
      publicUrl,
      ownUrl: publicUrl,
    });
  }, 60_000);

  test('are done at their time, one with skips and one undone', async () => {
    const jobs = await storage.db.select().from(gatewayJobs).orderBy(asc(gatewayJobs.id));
    const day = 86_400_000;
    expect(
      jobs.map((job) => {
        const { kind, state, changed, skipped, failed, undone_by, ended_at } = toJobDocument(job);
        const daysAgo = Math.round((clock.now().getTime() - Date.parse(ended_at ?? '')) / day);
        return [kind, state, changed, skipped, failed, undone_by !== null, daysAgo];
      }),
    ).toEqual([
      ['change', 'done', 4, 0, 0, false, 12],
      ['change', 'done', 5, 4, 0, false, 9],
      ['change', 'done', 9, 0, 0, true, 5],
      ['change', 'done', 9, 0, 0, false, 5],
      ['export', 'done', 0, 0, 0, false, 3],
    ]);
  });

  test('are in the audit log in the order of their times', async () => {
    const events = await storage.db.select().from(auditEvents).orderBy(asc(auditEvents.id));
    const times = events.map(({ at }) => at.getTime());
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(events.filter(({ action }) => action === 'job.create')).toHaveLength(5);
    expect(events.filter(({ action }) => action === 'points.adjust')).toHaveLength(18);
  });

  test('leave the points as they were', async () => {
    const { rows } = await storage.db.execute(sql`
      select count(*)::int as wrong from loyalty_members where available_points <> (
        select coalesce(sum(remaining), 0) from loyalty_point_transactions
        where member_id = loyalty_members.id)`);
    expect(rows).toEqual([{ wrong: 0 }]);
  });
});
