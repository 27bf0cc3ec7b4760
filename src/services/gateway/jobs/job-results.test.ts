import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Job, JobRow } from '#contract/gateway/job.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram } from '#services/gateway/testing/start-program.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

describeBothStorages('downloads of job results', (storage) => {
  let jobs: TestJobs;
  let program: Awaited<ReturnType<typeof startProgram>>;
  beforeAll(async () => {
    jobs = await startJobs(storage.storage);
    program = await startProgram([{ id: 'S-1', member_id: 'M-1', member_status: 'active' }]);
    await jobs.connect(1, program.url);
    await jobs.update();
    const reader = { teamIds: [1], scopes: ['teams:read'], canWrite: false };
    const writer = { teamIds: [1], scopes: ['teams:read', 'teams:write'], canWrite: true };
    jobs.users.set('viewer', reader).set('writer', writer).set('promoted', writer);
  });
  beforeEach(async () => {
    await storage.db.delete(auditEvents);
  });
  afterAll(async () => {
    await jobs?.close();
    await program?.close();
  });

  const finished = async (data: object): Promise<Job> => {
    const job = await jobs.create({ selection: { filter: {} }, ...data });
    await jobs.work();
    return job;
  };
  const download = async ({ id }: Job, token: string, query = '') => {
    const response = await jobs.call(`/teams/1/jobs/${id}/result.csv${query}`, { token });
    await response.arrayBuffer();
    return response.status;
  };
  const listDownloads = () =>
    storage.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'job.download'))
      .orderBy(desc(auditEvents.id));

  test.each([
    ['an export', { kind: 'export' }],
    ['a change', { kind: 'change', change: { add_tags: ['vip'] } }],
  ])('of %s are audit events, with their rows', async (_what, data) => {
    const job = await finished(data);
    expect(await download(job, 'writer')).toBe(200);
    expect(await download(job, 'writer', '?rows=failed')).toBe(200);
    expect(await download(job, 'writer', '?rows=all')).toBe(400);
    const subject = { subjectType: 'job', subjectId: job.id, subjectName: data.kind, teamId: 1 };
    const asked = 'change' in data ? [{ field: 'change', after: data.change }] : [];
    expect(await listDownloads()).toMatchObject([
      { ...subject, changes: [{ field: 'rows', after: 'failed' }, ...asked] },
      { ...subject, changes: asked },
    ]);
  });

  test('of an export are for those who can create one, and its creator', async () => {
    const created = await jobs.call('/teams/1/jobs', {
      token: 'promoted',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { kind: 'export', selection: { filter: {} } } }),
    });
    const { data: job } = (await created.json()) as { data: Job };
    await jobs.work();
    jobs.users.set('promoted', { teamIds: [1], scopes: ['teams:read'], canWrite: false });
    expect(await download(job, 'promoted')).toBe(200);
    expect(await download(job, 'writer')).toBe(200);
    expect(await download(job, 'viewer')).toBe(403);
    expect(await listDownloads()).toHaveLength(2);
    const change = await finished({ kind: 'change', change: { add_tags: ['gold'] } });
    expect(await download(change, 'viewer')).toBe(200);
  });

  test('of an import are for those who can create one, and its creator; others see no line that became no member', async () => {
    const job = await jobs.upload('member_id,email_address\nM-1,nobody\nM-2,a@example.org\n');
    expect(await download(job, 'writer')).toBe(200);
    expect(await download(job, 'viewer')).toBe(403);
    const read = async (token: string) => {
      const response = await jobs.call(`/teams/1/jobs/${job.id}/rows`, { token });
      return ((await response.json()) as { data: JobRow[] }).data;
    };
    const [invalid, valid] = await read('writer');
    expect(invalid).toMatchObject({ row: 2, member_id: 'M-1', cells: { email_address: 'nobody' } });
    const [hidden, ...others] = await read('viewer');
    expect(others).toEqual([valid]);
    expect(hidden).toEqual({
      ...{ row: 2, member_id: '', name: null, outcome: 'invalid', state: 'skipped' },
      result: 'skipped',
      reasons: [{ column: null, reason: 'Only users who can change members see this line' }],
    });
    jobs.users.set('outsider', { teamIds: [2], scopes: ['teams:read'], canWrite: false });
    expect(await download(job, 'outsider')).toBe(403);
    const rows = `/teams/1/jobs/${job.id}/rows`;
    expect((await jobs.call(rows, { token: 'outsider' })).status).toBe(403);
  });
});
