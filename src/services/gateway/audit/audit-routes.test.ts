import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { jobIdOf, jobRequestId, listAuditEvents } from '#contract/audit/audit-events.ts';
import { saveLoyaltyConnection } from '#services/gateway/save-loyalty-connection.ts';
import { startGateway, type TestGateway } from '#services/gateway/testing/start-gateway.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { recordAudit } from '#services/platform/audit/record-audit.ts';
import { sweepAudit } from '#services/platform/audit/sweep-audit.ts';
import { runInContext } from '#services/platform/context.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const PATH = '/teams/1/audit-events';

describeBothStorages('audit log of a team (decisions.md, 47)', (store) => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway(store.storage, { servesLoyalty: true });
    await saveLoyaltyConnection(store.db, gateway.dependencies.encryption, 1, {
      baseUrl: undefined,
      partnerId: 'northwind',
      apiKey: 'key',
      webhookSecret: 'secret',
    });
  });
  beforeEach(async () => {
    await store.db.delete(auditEvents);
    const ana = { kind: 'user', id: '5', name: 'Ana' } as const;
    const key = { kind: 'client', id: '5', name: 'the shop' } as const;
    const domain = { type: 'domain', id: 7, name: 'www.brand.test' };
    const member = { type: 'member', id: 'M-1', name: '=Jo "the" Doe' };
    const changes = [{ field: 'first_name', before: 'Jo', after: null }];
    await recordAudit(store.db, {
      action: 'domain.create',
      subject: domain,
      teamId: 1,
      actor: ana,
    });
    await recordAudit(store.db, {
      action: 'domain.delete',
      subject: domain,
      teamId: 1,
      actor: ana,
    });
    const ofProgram = { partnerId: 'northwind', actor: key };
    await recordAudit(store.db, {
      action: 'member.update',
      subject: member,
      changes,
      ...ofProgram,
    });
    await recordAudit(store.db, { action: 'domain.create', subject: domain, teamId: 2 });
    const others = { partnerId: 'other', actor: key };
    await recordAudit(store.db, { action: 'member.create', subject: member, ...others });
  });
  afterAll(() => gateway.close());

  const list = async (query = '') => {
    const response = await gateway.call(`${PATH}${query}`);
    expect(response.status).toBe(200);
    return listAuditEvents.response.parse(await response.json());
  };
  const actions = async (query: string) => (await list(query)).data.map(({ action }) => action);

  test('has the events of the team and its loyalty program, newest first, in pages', async () => {
    const all = await list();
    expect(all).toMatchObject({ total: 3, more: false, next_cursor: null });
    expect(all.data.map(({ action }) => action)).toEqual([
      'member.update',
      'domain.delete',
      'domain.create',
    ]);
    expect(all.data[0]).toMatchObject({
      actor: { kind: 'client', id: '5', name: 'the shop' },
      subject: { type: 'member', id: 'M-1' },
      changes: [{ field: 'first_name', before: 'Jo', after: null }],
    });
    const first = await list('?count=2');
    const second = await list(`?count=2&start_cursor=${first.next_cursor}`);
    expect([...first.data, ...second.data]).toEqual(all.data);
    // The console finds an event by its ID.
    const [, event] = all.data;
    const page = await list(`?count=1&start_cursor=${Number(event?.id) + 1}`);
    expect(page.data).toEqual([event]);
  });

  test.each([
    ['actor=5', ['member.update', 'domain.delete', 'domain.create']],
    ['actor=user:5', ['domain.delete', 'domain.create']],
    ['action=domain.create,member.update', ['member.update', 'domain.create']],
    ['subject_type=domain&subject_id=7', ['domain.delete', 'domain.create']],
    ['subject_type=member', ['member.update']],
    ['since=2100-01-01T00:00:00Z', []],
    ['until=2100-01-01T00:00:00Z', ['member.update', 'domain.delete', 'domain.create']],
  ])('filters by %s', async (filter, expected) => {
    expect(await actions(`?${filter}`)).toEqual(expected);
  });

  test('filters by the job that made a change, which no request can pretend to be', async () => {
    const byJob = async (jobId: number, ip?: string) => {
      const subject = { type: 'member', id: `of ${jobId}` };
      await runInContext({ requestId: jobRequestId(jobId), ip }, () =>
        recordAudit(store.db, { action: 'member.update', subject, partnerId: 'northwind' }),
      );
    };
    await byJob(7);
    await byJob(17);
    await byJob(7, '203.0.113.9');
    const subjects = async (query: string) =>
      (await list(query)).data.map(({ subject }) => subject.id);
    expect(await subjects('?job=7')).toEqual(['of 7']);
    expect(await subjects('?job=none')).toEqual(['of 7', 'M-1', '7', '7']);
    const all = await list('?job=all');
    expect(all.data.map(jobIdOf).slice(0, 3)).toEqual([undefined, '17', '7']);
  });

  test('has one entry for a job, which leads to its changes of members', async () => {
    const job = { type: 'job', id: 7, name: 'change' };
    const ofJob = { action: 'job.create', subject: job, teamId: 1 } as const;
    await recordAudit(store.db, { ...ofJob, changes: [{ field: 'total', after: 2 }] });
    for (const id of ['M-7', 'M-8']) {
      await runInContext({ requestId: jobRequestId(7) }, () =>
        recordAudit(store.db, {
          action: 'member.update',
          subject: { type: 'member', id },
          partnerId: 'northwind',
        }),
      );
    }
    const subjects = async (query: string) =>
      (await list(query)).data.map(({ subject }) => `${subject.type} ${subject.id}`);
    const others = ['member M-1', 'domain 7', 'domain 7'];
    expect(await subjects('')).toEqual(['job 7', ...others]);
    expect((await list('')).total).toBe(4);
    expect(await subjects('?actor=system:patron')).toEqual(['job 7']);
    const single = ['member M-8', 'member M-7'];
    expect(await subjects('?subject_type=job&subject_id=7')).toEqual([...single, 'job 7']);
    expect(await subjects('?subject_type=job')).toEqual(['job 7']);
    expect(await subjects('?subject_type=member')).toEqual(['member M-1']);
    expect(await subjects('?action=member.update')).toEqual([...single, 'member M-1']);
    expect(await subjects('?subject_type=member&subject_id=M-7')).toEqual(['member M-7']);
    expect(await subjects('?request_id=member-job-7')).toEqual(single);
    expect(await subjects('?request_id=member-job')).toEqual([]);
    expect(await subjects('?job=all')).toEqual([...single, 'job 7', ...others]);
    const file = await (await gateway.call(`${PATH}.csv`)).text();
    expect(file).toContain('M-7');
  });

  test.each([
    ['brand', 2],
    ['WWW brand.test', 2],
    ['ana brand', 2],
    ['doe shop', 1],
    ['M-1', 1],
    ['brand nobody', 0],
    ['%', 0],
    ['M_1', 0],
    ['first_name', 1],
  ])('finds by the words %j', async (search, total) => {
    expect((await list(`?q=${encodeURIComponent(search)}`)).total).toBe(total);
  });

  test('rejects unknown parameters and forged cursors', async () => {
    for (const query of ['?order=up', '?start_cursor=x', '?since=today', '?job=any']) {
      expect((await gateway.call(`${PATH}${query}`)).status).toBe(400);
    }
  });

  test('can be downloaded as CSV that no spreadsheet runs', async () => {
    const response = await gateway.call(`${PATH}.csv?subject_type=member`);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [header, row, ...rest] = bytes.toString().slice(1).split('\r\n');
    expect(header).toMatch(/^id,at,actor_kind,actor_id,actor_name,action,/);
    expect(row).toContain('client,5,the shop,member.update,member,M-1,"\'=Jo ""the"" Doe"');
    expect(rest).toEqual(['']);
  });

  test('records each download with its filters', async () => {
    await (await gateway.call(`${PATH}.csv?actor=5&action=domain.create`)).arrayBuffer();
    const { data } = await list('?action=audit_log.download');
    expect(data).toMatchObject([
      {
        subject: { type: 'audit_log', id: '1' },
        changes: [
          { field: 'actor', after: '5' },
          { field: 'action', after: 'domain.create' },
        ],
      },
    ]);
    expect((await gateway.call(`${PATH}.csv?order=up`)).status).toBe(400);
    expect((await list('?action=audit_log.download')).total).toBe(1);
  });

  test('is for administrators only', async () => {
    const user = { teamIds: [1], scopes: ['teams:read'], canWrite: true };
    gateway.users.set('manager', { ...user, role: { kind: 'manager' } });
    expect((await gateway.call(PATH, { token: 'manager' })).status).toBe(403);
    expect((await gateway.call(`${PATH}.csv`, { token: 'manager' })).status).toBe(403);
  });

  test('forgets events after the days that they are kept', async () => {
    const { clock } = gateway.dependencies;
    const dependencies = { db: store.db, clock, auditDays: 400 };
    expect(await sweepAudit(dependencies)).toBe(false);
    expect(await store.db.$count(auditEvents)).toBe(5);
    gateway.clock.advance(401 * 86_400);
    await sweepAudit(dependencies);
    expect(await store.db.$count(auditEvents)).toBe(0);
  });
});
