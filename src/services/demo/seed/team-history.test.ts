import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { createKeyring } from '#services/platform/secrets/keyring.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { seedUsers } from './advocacy/users.ts';
import { FULL_PROGRAM } from './loyalty/demo-programs.ts';
import { seedLoyalty } from './loyalty/loyalty.ts';
import { seedTeamHistory } from './team-history.ts';

const clock = createTestClock();

describeBothStorages('the history of the demo team', (storage) => {
  beforeAll(async () => {
    const now = clock.now();
    const [team] = await seedUsers(storage.db);
    await seedLoyalty(storage.db, {
      now,
      encryption: createEncryption(await createKeyring()),
      webhookUrl: 'http://localhost:4180/gateway/teams/1/webhooks/loyalty',
    });
    await seedTeamHistory(storage.db, {
      now,
      teamId: FULL_PROGRAM.teamId,
      partnerId: FULL_PROGRAM.partnerId,
      viewerRoleId: team?.roleIds.Viewer as number,
    });
  }, 60_000);

  const rows = async (query: ReturnType<typeof sql>) => (await storage.db.execute(query)).rows;

  test('has an open invitation', async () => {
    expect(
      await rows(sql`select i.email, r.name as role from invitations i join roles r on r.id = i.role_id
        where i.expires_at > ${clock.now().toISOString()}::timestamptz`),
    ).toEqual([{ email: 'nia.cole@example.test', role: 'Viewer' }]);
  });

  test('has audit events of the last weeks in their order, each about something that exists', async () => {
    const events = await rows(sql`
      select action, at, (at < ${clock.now().toISOString()}::timestamptz
        and at > ${clock.now().toISOString()}::timestamptz - interval '21 days') as recent
      from audit_events order by id`);
    expect(events.length).toBe(13);
    expect(events.every(({ recent }) => recent === true)).toBe(true);
    const times = events.map(({ at }) => new Date(String(at)).getTime());
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(
      await rows(sql`select e.subject_id from audit_events e where action = 'member.create' and not exists
        (select from loyalty_members m where m.member_id = e.subject_id and m.enrolled_at = e.at)`),
    ).toEqual([]);
  });
});
