import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Job } from '#contract/gateway/job.ts';
import { gatewayJobRows, gatewayJobs } from '#services/gateway/jobs/jobs-table.ts';
import { GATEWAY_LIMITS } from '#services/gateway/limits.ts';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { expectFigures } from '#services/platform/database/testing/expect-figures.ts';
import { rejectRows } from '#services/platform/testing/reject-rows.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

describeBothStorages('an uploaded file', (storage) => {
  afterEach(() => expectFigures(storage.db));
  let program: TestProgram;
  let jobs: TestJobs;
  beforeAll(async () => {
    jobs = await startJobs(storage.storage);
  });
  beforeEach(async () => {
    program = await startProgram([]);
    await deleteLoyaltyConnection(storage.db, 1);
    await jobs.connect(1, program.url);
    await jobs.update();
    return () => program.close();
  });
  afterAll(() => jobs?.close());

  /** A request whose body is written piece by piece. */
  const send = (to: TestJobs, path: string, headers: Record<string, string>) => {
    const body = new TransformStream<Uint8Array, Uint8Array>();
    const writer = body.writable.getWriter();
    const init = { method: 'POST', headers, body: body.readable, duplex: 'half' } as const;
    return { writer, response: to.call(path, init) };
  };
  const countJobs = (teamId: number) =>
    storage.db.$count(gatewayJobs, eq(gatewayJobs.teamId, teamId));
  const startUpload = async (to: TestJobs, teamId = 1) => {
    const before = await countJobs(teamId);
    const csv = send(to, `/teams/${teamId}/jobs/import`, { 'content-type': 'text/csv' });
    await csv.writer.write(Buffer.from('member_id\nM-1\n'));
    // It has been let in once its job is there.
    await expect.poll(() => countJobs(teamId), { timeout: 10_000 }).toBe(before + 1);
    return csv;
  };

  test('may arrive slowly', async () => {
    const slow = await startJobs(storage.storage, {}, { requestTimeoutMs: 100 });
    onTestFinished(() => slow.close());
    const csv = await startUpload(slow);
    const other = send(slow, '/teams/1/jobs', { 'content-type': 'application/json' });
    void other.writer.write(Buffer.from('{')).catch(() => undefined);
    expect((await other.response).status).toBe(408);
    // It has taken longer by now.
    await csv.writer.write(Buffer.from('M-2\n'));
    await csv.writer.close();
    const response = await csv.response;
    expect(response.status).toBe(202);
    expect(await response.json()).toMatchObject({ data: { total: 2 } });
  });

  test('may have long cells of characters outside the basic plane', async () => {
    const job = await jobs.upload(`member_id,first_name\r\nM${'😀'.repeat(600)},Ada\r\n`);
    expect(job).toMatchObject({ state: 'checked', summary: { invalid: 1 } });
  });

  test('is discarded if it is canceled while it arrives', async () => {
    const csv = await startUpload(jobs);
    const list = await jobs.call('/teams/1/jobs');
    const { data } = (await list.json()) as { data: [Job] };
    await jobs.move(data[0], 'cancel');
    await csv.writer.close();
    const response = await csv.response;
    expect(response.status).toBe(409);
    expect(await response.text()).toContain('This import was canceled.');
    await jobs.work();
    expect(program.applied).toEqual([]);
    expect(await countJobs(1)).toBe(0);
  });

  test('is not logged as an error if the client disconnects', async () => {
    const errors: string[] = [];
    const log = pino({ level: 'error' }, { write: (line) => errors.push(line) });
    const logged = await startJobs(storage.storage, { log });
    onTestFinished(() => logged.close());
    const csv = await startUpload(logged);
    await csv.writer.abort();
    await expect(csv.response).rejects.toThrow();
    await expect.poll(() => countJobs(1), { timeout: 10_000 }).toBe(0);
    await logged.list();
    expect(errors).toEqual([]);
  });

  test('is rejected while the team or the process is at its upload limit', async () => {
    const limits = { ...GATEWAY_LIMITS, teamUploads: 1, uploads: 2 };
    const limited = await startJobs(storage.storage, { limits });
    onTestFinished(() => limited.close());
    for (const teamId of [2, 3]) await limited.connect(teamId, program.url);
    await limited.update();
    limited.users.set('all', { teamIds: [1, 2, 3], scopes: ['teams:write'], canWrite: true });
    const upload = (teamId: number) =>
      limited.call(`/teams/${teamId}/jobs/import`, {
        method: 'POST',
        body: 'member_id\nM-1\n',
        headers: { 'content-type': 'text/csv' },
      });
    const first = await startUpload(limited);
    const second = await startUpload(limited, 2);
    for (const [teamId, status] of [
      [1, 429],
      [2, 429],
      [3, 503],
    ] as const) {
      const response = await upload(teamId);
      expect([response.status, response.headers.get('retry-after')]).toEqual([status, '10']);
    }

    // An upload that is cut off makes room as well.
    await first.writer.abort();
    await expect(first.response).rejects.toThrow();
    await second.writer.close();
    expect((await second.response).status).toBe(202);
    await expect.poll(async () => (await upload(1)).status, { timeout: 10_000 }).toBe(202);
    expect((await upload(3)).status).toBe(202);
  });

  test('gets its error response although it is larger than what was read', async () => {
    const body = `first_name\n${'Ada\n'.repeat(2_000_000)}`;
    const headers = { 'content-type': 'text/csv' };
    const response = await jobs.call('/teams/1/jobs/import', { method: 'POST', body, headers });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('The file has no column member_id.');
  });

  test('gets its error response even if what arrived of it cannot be deleted', async () => {
    const rows = Array.from({ length: 1_500 }, (_, index) => `M-${index}\n`).join('');
    const upload = () =>
      jobs.call('/teams/1/jobs/import', {
        method: 'POST',
        body: Buffer.concat([Buffer.from(`member_id\n${rows}`), Buffer.from([0xff])]),
        headers: { 'content-type': 'text/csv' },
      });
    const accept = await rejectRows(storage.db, {
      before: 'delete',
      table: 'gateway_jobs',
      when: sql`old.kind = 'import'`,
    });
    const before = await storage.db.$count(gatewayJobRows);
    expect((await upload()).status).toBe(422);
    expect(await storage.db.$count(gatewayJobRows)).toBe(before);
    expect(await countJobs(1)).toBe(1);
    await accept();
    expect((await upload()).status).toBe(422);
    expect(await countJobs(1)).toBe(1);
  });
});
