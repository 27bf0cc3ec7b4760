import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { jobRequestId } from '#contract/audit/audit-events.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('audit events of an external loyalty service', (store) => {
  let program: TestProgram;
  let jobs: TestJobs;
  beforeAll(async () => {
    jobs = await startJobs(store.storage);
  });
  beforeEach(async () => {
    program = await startProgram(
      [1, 2].map((id) => ({
        id: `S-${id}`,
        member_id: `M-${id}`,
        member_status: 'active',
        last_name: `Doe ${id}`,
      })),
    );
    await jobs.connect(1, program.url);
    await jobs.update();
    await store.db.delete(auditEvents);
    return () => program.close();
  });
  afterAll(() => jobs?.close());

  const update = async (member: string, body: object = { first_name: 'Jo' }) => {
    const response = await jobs.call(`/teams/1/loyalty/v2/loyalty/members/${member}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
  };
  const remove = async (member: string) => {
    const path = `/teams/1/loyalty/v2/loyalty/members/${member}`;
    expect((await jobs.call(path, { method: 'DELETE' })).status).toBe(200);
  };
  const listSubjects = async () => {
    const events = await store.db.select().from(auditEvents).orderBy(asc(auditEvents.id));
    return events
      .filter(({ subjectType }) => subjectType === 'member')
      .map(({ action, subjectId, subjectName }) => [action, subjectId, subjectName]);
  };

  test("have the member's own ID and name, however the request named the member", async () => {
    await update('S-1');
    await update('M-1?idParam=member_id');
    await remove('S-1');
    await remove('M-2?idParam=member_id');
    expect(await listSubjects()).toEqual([
      ['member.update', 'M-1', 'Jo Doe 1'],
      ['member.update', 'M-1', 'Jo Doe 1'],
      ['member.delete', 'M-1', 'Jo Doe 1'],
      ['member.delete', 'M-2', 'Doe 2'],
    ]);
  });

  test('and the directory have a change whose client has disconnected', async () => {
    const [reached, responding] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    program.intercept = async (request) => {
      if (!request.startsWith('DELETE')) return undefined;
      reached.resolve();
      await responding.promise;
      return undefined;
    };
    const disconnected = jobs.nextDisconnect();
    const client = new AbortController();
    const response = jobs.call('/teams/1/loyalty/v2/loyalty/members/S-1', {
      method: 'DELETE',
      signal: client.signal,
    });
    await Promise.all([
      expect(response).rejects.toThrow('aborted'),
      reached.promise.then(() => client.abort()),
    ]);
    await disconnected;
    responding.resolve();
    await expect.poll(listSubjects).toEqual([['member.delete', 'M-1', 'Doe 1']]);
    await expect.poll(() => jobs.listIds()).toEqual(['M-2']);
  });

  test("name the service's ID of a deleted member that the directory doesn't have", async () => {
    program.members.set('S-3', { id: 'S-3', member_id: 'M-3', member_status: 'active' });
    await remove('S-3');
    expect(await listSubjects()).toEqual([['member.delete', 'S-3', 'S-3']]);
  });

  test("have the member's own ID in each row of a job, and the job", async () => {
    const selection = { filter: {} };
    await jobs.create({ kind: 'change', selection, change: { add_tags: ['new'] } });
    await jobs.work();
    const deletion = await jobs.create({ kind: 'delete', selection });
    await jobs.work();
    expect((await listSubjects()).sort()).toEqual([
      ['member.delete', 'M-1', 'Doe 1'],
      ['member.delete', 'M-2', 'Doe 2'],
      ['member.update', 'M-1', 'Doe 1'],
      ['member.update', 'M-2', 'Doe 2'],
    ]);
    const [event] = await store.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'member.delete'));
    expect(event).toMatchObject({ requestId: jobRequestId(deletion.id), ip: null });
  });

  test('name a tier that was set by its ID', async () => {
    const tier_info = { loyalty_tier_id: 'T-2', loyalty_tier_name: 'Gold' };
    const member = { id: 'S-1', member_id: 'M-1', member_status: 'active', tier_info };
    await jobs.write(1, [member]);
    await update('S-2', { current_tier_id: 'T-2' });
    const [event] = await store.db.select({ changes: auditEvents.changes }).from(auditEvents);
    expect(event?.changes).toEqual([
      { field: 'current_tier', after: 'Gold' },
      { field: 'current_tier_id', after: 'T-2' },
    ]);
  });

  test('name the referrer in the filter of a job by their own ID', async () => {
    const filter = { referrer: 'S-1' };
    const job = await jobs.create({ kind: 'export', selection: { filter } });
    expect(job.summary.filter).toEqual(filter);
    const [event] = await store.db
      .select({ changes: auditEvents.changes })
      .from(auditEvents)
      .where(eq(auditEvents.action, 'job.create'));
    expect(event?.changes).toContainEqual(
      expect.objectContaining({ field: 'referrer', after: 'M-1' }),
    );
  });
});
