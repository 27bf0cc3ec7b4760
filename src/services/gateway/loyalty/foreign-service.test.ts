import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('audit events of a loyalty service that is not ours', (store) => {
  let program: TestProgram;
  let jobs: TestJobs;
  beforeAll(async () => {
    jobs = await startJobs(store.storage);
  });
  beforeEach(async () => {
    program = await startProgram(
      [1, 2].map((id) => ({ id: `S-${id}`, member_id: `M-${id}`, member_status: 'active' })),
    );
    await jobs.connect(1, program.url);
    await jobs.update();
    await store.db.delete(auditEvents);
    return () => program.close();
  });
  afterAll(() => jobs?.close());

  const update = async (member: string) => {
    const response = await jobs.call(`/teams/1/loyalty/v2/loyalty/members/${member}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"first_name":"Jo"}',
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
      .map(({ action, subjectId }) => [action, subjectId]);
  };

  test("name the member's own ID, however the request named the member", async () => {
    await update('S-1');
    await update('M-1?idParam=member_id');
    await remove('S-1');
    await remove('M-2?idParam=member_id');
    expect(await listSubjects()).toEqual([
      ['member.update', 'M-1'],
      ['member.update', 'M-1'],
      ['member.delete', 'M-1'],
      ['member.delete', 'M-2'],
    ]);
  });

  test("name the service's ID of a deleted member that the directory doesn't have", async () => {
    program.members.set('S-3', { id: 'S-3', member_id: 'M-3', member_status: 'active' });
    await remove('S-3');
    expect(await listSubjects()).toEqual([['member.delete', 'S-3']]);
  });

  test("name the member's own ID in each row of a job", async () => {
    const selection = { filter: {} };
    await jobs.create({ kind: 'change', selection, change: { add_tags: ['new'] } });
    await jobs.work();
    await jobs.create({ kind: 'delete', selection });
    await jobs.work();
    expect((await listSubjects()).sort()).toEqual([
      ['member.delete', 'M-1'],
      ['member.delete', 'M-2'],
      ['member.update', 'M-1'],
      ['member.update', 'M-2'],
    ]);
  });
});
