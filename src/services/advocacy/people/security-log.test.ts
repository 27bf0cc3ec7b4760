import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listTeamSecurityEvents } from '#contract/people/security-log.ts';
import { memberships } from '#services/advocacy/teams/teams-table.ts';
import { createPeopleTeam, type PeopleTeam } from '#services/advocacy/testing/people-team.ts';
import { addMember } from '#services/advocacy/testing/sign-in.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { recordAudit } from '#services/platform/audit/record-audit.ts';
import { runInContext } from '#services/platform/context.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

type Member = PeopleTeam['ana'];

describeBothStorages('security log of a team (decisions.md, 67)', (store) => {
  let service: TestAdvocacy;
  let team: PeopleTeam;
  let neighbor: PeopleTeam;
  let bea: Member;

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
  });
  beforeEach(async () => {
    await store.db.delete(auditEvents);
    team = await createPeopleTeam(service);
    neighbor = await createPeopleTeam(service);
    bea = await team.createMember('bea', team.readerRoleId);
    await store.db.update(memberships).set({ joinedAt: new Date('2026-01-10') });
    await record(bea, 'sign_in.success', '2026-01-05');
    await record(bea, 'sign_in.failure', '2026-01-15');
    await record(team.ana, 'passkey.create', '2026-01-20');
    await record(neighbor.ana, 'sign_in.success', '2026-01-20');
  });
  afterAll(() => service.close());

  const record = async (
    { userId, email }: Member,
    action: `${string}.${string}`,
    day: string,
    teamId?: number,
  ) => {
    const subject = { type: 'user', id: userId, name: `=${email}` };
    await recordAudit(store.db, { action, subject, userId, teamId });
    const [newest] = await store.db
      .select()
      .from(auditEvents)
      .orderBy(desc(auditEvents.id))
      .limit(1);
    await store.db
      .update(auditEvents)
      .set({ at: new Date(day) })
      .where(eq(auditEvents.id, newest?.id ?? 0));
  };
  const page = async (query = '', of = team) => {
    const { status, body } = await of.call(of.ana, 'GET', `/security-events${query}`);
    expect(status).toBe(200);
    return listTeamSecurityEvents.response.parse(body);
  };
  const actions = async (query = '', of = team) =>
    (await page(query, of)).data.map(({ action }) => action);

  test('has what happened since each person joined, and names the person', async () => {
    const { data, total } = await page();
    expect(data.map(({ action }) => action)).toEqual(['passkey.create', 'sign_in.failure']);
    expect(total).toBe(2);
    expect(data[1]).toMatchObject({
      actor: { kind: 'system' },
      user: { id: String(bea.userId), name: expect.stringContaining('bea') },
    });
    expect(await actions('', neighbor)).toEqual(['sign_in.success']);
  });

  test('has sign-ins of people who are on two teams in both, each since they joined it', async () => {
    await addMember(store.db, bea.userId, neighbor.teamId, neighbor.readerRoleId);
    await store.db
      .update(memberships)
      .set({ joinedAt: new Date('2026-01-18') })
      .where(eq(memberships.teamId, neighbor.teamId));
    await record(bea, 'sign_in.success', '2026-01-25');
    expect(await actions()).toEqual(['sign_in.success', 'passkey.create', 'sign_in.failure']);
    expect(await actions('', neighbor)).toEqual(['sign_in.success', 'sign_in.success']);
  });

  test('has nothing else of an account, and not what another team did', async () => {
    for (const action of ['user.update', 'user.update_emails', 'session.update'] as const) {
      await record(bea, action, '2026-01-25');
    }
    await record(bea, 'person.update', '2026-01-25', team.teamId);
    await record(bea, 'person.reset_sign_in', '2026-01-25', neighbor.teamId);
    expect(await actions()).toEqual(['passkey.create', 'sign_in.failure']);
    await record(bea, 'person.reset_sign_in', '2026-01-25', team.teamId);
    expect(await actions()).toEqual(['person.reset_sign_in', 'passkey.create', 'sign_in.failure']);
  });

  test('is for administrators of the team only', async () => {
    for (const path of ['/security-events', '/security-events.csv']) {
      expect((await team.call(bea, 'GET', path)).status).toBe(403);
      expect((await team.call(neighbor.ana, 'GET', path)).status).toBe(403);
    }
  });

  test('is filtered by person, actor, action, words and day, and has pages', async () => {
    await record(bea, 'sign_in.success', '2026-01-25');
    expect(await actions(`?user=${bea.userId}`)).toEqual(['sign_in.success', 'sign_in.failure']);
    expect(await actions(`?user=${neighbor.ana.userId}`)).toEqual([]);
    expect(await actions('?actor=user:1')).toEqual([]);
    expect(await actions('?action=sign_in.failure,passkey.create')).toEqual([
      'passkey.create',
      'sign_in.failure',
    ]);
    expect(await actions('?q=passkey')).toEqual(['passkey.create']);
    expect(await actions(`?q=${bea.email}`)).toEqual(['sign_in.success', 'sign_in.failure']);
    await runInContext({ ip: '203.0.113.9' }, () => record(bea, 'sign_in.lock', '2026-01-14'));
    expect(await actions('?q=203.0.113.9')).toEqual(['sign_in.lock']);
    expect(await actions('?q=203.0.113')).toEqual([]);
    await store.db.delete(auditEvents).where(eq(auditEvents.action, 'sign_in.lock'));
    expect(await actions('?until=2026-01-16T00:00:00.000Z')).toEqual(['sign_in.failure']);
    expect(await actions('?since=2026-01-21T00:00:00.000Z')).toEqual(['sign_in.success']);
    expect((await team.call(team.ana, 'GET', '/security-events?user=bea')).status).toBe(400);
    const first = await page('?count=2');
    expect(first).toMatchObject({ total: 3, more: true });
    expect(await actions(`?count=2&start_cursor=${first.next_cursor}`)).toEqual([
      'sign_in.failure',
    ]);
  });

  test('is downloaded as CSV, which is an event of the audit log', async () => {
    const url = `${service.baseUrl}/admin/v1/teams/${team.teamId}/security-events.csv`;
    const response = await fetch(`${url}?user=${bea.userId}`, {
      headers: { authorization: `Bearer ${team.ana.token}` },
    });
    expect(response.headers.get('content-disposition')).toContain('security-log.csv');
    const [header, line, ...others] = (await response.text()).trim().split('\r\n');
    expect(others).toEqual([]);
    expect(header).toMatch(/,ip,user_agent,user_id,user_name$/);
    expect(line).toContain(`,${bea.userId},`);
    // A spreadsheet would run it.
    expect(line).toContain(`'=${bea.email}`);
    const rows = await store.db.select().from(auditEvents);
    expect(rows.find(({ action }) => action === 'security_log.download')).toMatchObject({
      teamId: team.teamId,
      changes: [{ field: 'user', before: null, after: String(bea.userId) }],
    });
  });
});
