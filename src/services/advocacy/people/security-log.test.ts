import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listTeamSecurityEvents } from '#contract/audit/audit-events.ts';
import { createPeopleTeam, type PeopleTeam } from '#services/advocacy/testing/people-team.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { memberships } from '#services/advocacy/teams/teams-table.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { recordAudit } from '#services/platform/audit/record-audit.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

describeBothStorages('security log of a team (decisions.md, 67)', (store) => {
  let service: TestAdvocacy;
  let team: PeopleTeam;
  let neighbor: PeopleTeam;
  let bea: PeopleTeam['ana'];

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
  });
  beforeEach(async () => {
    await store.db.delete(auditEvents);
    team = await createPeopleTeam(service);
    neighbor = await createPeopleTeam(service);
    bea = await team.createMember('bea', team.readerRoleId);
    await record(bea, 'sign_in.success', '2026-01-05');
    await record(bea, 'sign_in.failure', '2026-01-15');
    await record(team.ana, 'passkey.create', '2026-01-20');
    await record(neighbor.ana, 'sign_in.success', '2026-01-20');
    await record(bea, 'person.update', '2026-01-21', neighbor.teamId);
    await record(bea, 'person.update', '2026-01-22', team.teamId);
    await store.db.update(memberships).set({ joinedAt: new Date('2026-01-10') });
  });
  afterAll(() => service.close());

  const record = async (
    { userId, email }: PeopleTeam['ana'],
    action: `${string}.${string}`,
    day: string,
    teamId?: number,
  ) => {
    const subject = { type: 'user', id: userId, name: `=${email}` };
    await recordAudit(store.db, { action, subject, userId, teamId });
    const [newest] = await store.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1);
    await store.db
      .update(auditEvents)
      .set({ at: new Date(day) })
      .where(eq(auditEvents.id, newest?.id ?? 0));
  };
  const list = async (query = '', by = team.ana) => {
    const { status, body } = await team.call(by, 'GET', `/security-events${query}`);
    if (status !== 200) return status;
    return listTeamSecurityEvents.response.parse(body).data.map(({ action }) => action);
  };

  test('has the events of people since they joined, and none of other teams', async () => {
    expect(await list()).toEqual(['person.update', 'passkey.create', 'sign_in.failure']);
    expect(await list('', bea)).toBe(403);
    expect(await list('', neighbor.ana)).toBe(403);
  });

  test('is filtered by person, action, words and day', async () => {
    expect(await list(`?user=${bea.userId}`)).toEqual(['person.update', 'sign_in.failure']);
    expect(await list(`?user=${neighbor.ana.userId}`)).toEqual([]);
    expect(await list('?action=sign_in.failure,sign_in.success')).toEqual(['sign_in.failure']);
    expect(await list('?q=passkey')).toEqual(['passkey.create']);
    expect(await list('?until=2026-01-16T00:00:00.000Z')).toEqual(['sign_in.failure']);
    expect(await list('?user=bea')).toBe(400);
  });

  test('is downloaded as CSV, which is an event of the audit log', async () => {
    const path = `${service.baseUrl}/admin/v1/teams/${team.teamId}/security-events.csv`;
    const response = await fetch(`${path}?user=${bea.userId}`, {
      headers: { authorization: `Bearer ${team.ana.token}` },
    });
    expect(response.headers.get('content-disposition')).toContain('security-log.csv');
    const lines = (await response.text()).trim().split('\r\n');
    expect(lines).toHaveLength(3);
    // A spreadsheet would run it.
    expect(lines[2]).toContain(`'=${bea.email}`);
    const rows = await store.db.select().from(auditEvents);
    expect(rows.map(({ action }) => action)).toContain('security_log.download');
    const denied = await fetch(path, { headers: { authorization: `Bearer ${bea.token}` } });
    expect(denied.status).toBe(403);
  });
});
