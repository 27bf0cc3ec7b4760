import { eq, sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { JobRow } from '#contract/gateway/job.ts';
import { CSV_DELIMITERS } from '#contract/gateway/jobs.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { gatewayJobRows, gatewayJobs } from '#services/gateway/jobs/jobs-table.ts';
import { GATEWAY_LIMITS } from '#services/gateway/limits.ts';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { rejectRows } from '#services/platform/testing/reject-rows.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

const [ADA, BOB, EVE] = [1, 2, 3].map((number) => ({
  id: `S-${number}`,
  member_id: `M-${number}`,
  member_status: 'active',
  first_name: 'Ada',
  member_tags: ['vip', 'new'],
})) as [Member, Member, Member];

describeStorages('an imported file', (storage) => {
  let program: TestProgram;
  let jobs: TestJobs;
  beforeAll(async () => {
    jobs = await startJobs(storage.storage);
  });
  beforeEach(async () => {
    program = await startProgram([ADA, BOB, EVE]);
    await deleteLoyaltyConnection(storage.db, 1);
    await jobs.connect(1, program.url);
    await jobs.update();
    return () => program.close();
  });
  afterAll(() => jobs?.close());

  const rowsOf = async (id: string) => {
    const response = await jobs.call(`/teams/1/jobs/${id}/rows`);
    return ((await response.json()) as { data: JobRow[] }).data;
  };

  test('has rows fail whose member was changed, added or deleted since the check', async () => {
    const header = 'member_id,first_name,last_name,member_tags\r\n';
    const file = `${header}M-1,Ann,Lovelace,vip\r\nM-2,Bob,,\r\nM-3,Eve,,\r\nM-4,Zoe,,\r\n`;
    const job = await jobs.upload(file);
    expect(job.summary).toMatchObject({ create: 1, update: 3 });

    program.members.set('S-1', { ...ADA, first_name: 'Augusta', member_tags: ['theirs'] });
    // What the file doesn't change may be changed by others.
    program.members.set('S-2', { ...BOB, member_tags: ['theirs'] });
    program.members.delete('S-3');
    program.members.set('S-4', { id: 'S-4', member_id: 'M-4', member_status: 'active' });
    await jobs.move(job, 'start');
    await jobs.work();
    expect(await jobs.get(job)).toMatchObject({ state: 'done', done: 4, failed: 3 });
    const [ada, , , zoe] = await rowsOf(job.id);
    expect(ada?.reasons).toEqual([
      {
        column: 'first_name',
        reason: 'Changed from “Ada” to “Augusta” since the file was checked',
      },
      {
        column: 'member_tags',
        reason: 'Changed from “vip|new” to “theirs” since the file was checked',
      },
    ]);
    expect(zoe?.reasons).toEqual([
      { column: null, reason: 'This member was added after the file was checked' },
    ]);
    expect(program.members.get('S-2')).toMatchObject({
      first_name: 'Bob',
      member_tags: ['theirs'],
    });
    const failed = await jobs.result(job, '?rows=failed');
    expect(failed.split('\r\n').map((line) => line.split(',')[0])).toEqual([
      '\ufeffmember_id',
      'M-1',
      'M-3',
      'M-4',
      '',
    ]);

    // Imported again, it is checked against what is there now.
    const again = await jobs.upload(failed);
    expect(again.summary).toMatchObject({ create: 1, update: 2, invalid: 0 });
    await jobs.move(again, 'start');
    await jobs.work();
    expect(await jobs.get(again)).toMatchObject({ done: 3, failed: 0 });
    expect(program.members.get('S-1')).toMatchObject({ first_name: 'Ann', member_tags: ['vip'] });
  });

  test('may separate its cells by semicolons or tabs', async () => {
    for (const [delimiter, separator] of Object.entries(CSV_DELIMITERS)) {
      const body = `member_id${separator}last_name\nM-1${separator}"a;b\tc,d"\nM-2\n`;
      const job = await jobs.upload(body, `?delimiter=${delimiter}`);
      expect(await rowsOf(job.id)).toMatchObject([
        { cells: { last_name: 'a;b\tc,d' } },
        { member_id: 'M-2' },
      ]);
    }
    const wrong = await jobs.call('/teams/1/jobs/import?delimiter=pipe', {
      method: 'POST',
      body: 'member_id',
      headers: { 'content-type': 'text/csv' },
    });
    expect(wrong.status).toBe(400);
  });

  test('may mix the ends of lines, also in the middle of one that is quoted', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell, lineEnd), { minLength: 1, maxLength: 8 }),
        lineEnd,
        async (records, first) => {
          const lines = records.map(
            ([name, city, end], index) => `M-${index},${quoted(name)},${quoted(city)}${end}`,
          );
          const job = await jobs.upload(
            `member_id,last_name,address.city${first}${lines.join('')}`,
          );
          const expected = records.map(([name, city], index) => ({
            member_id: `M-${index}`,
            cells: { ...(name && { last_name: name }), ...(city && { 'address.city': city }) },
          }));
          expect(await rowsOf(job.id)).toMatchObject(expected);
        },
      ),
      { numRuns: 20 },
    );
  }, 60_000);

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

  test('waits while as many others arrive as a team and a process may receive', async () => {
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

const lineEnd = fc.constantFrom('\r\n', '\n', '\r');
const cell = fc
  .array(fc.oneof(lineEnd, fc.constantFrom('a', ', b', 'é', '"')), { maxLength: 4 })
  .map((parts) => parts.join(''));
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
