import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { JobRow } from '#contract/gateway/job.ts';
import { CSV_DELIMITERS } from '#contract/gateway/jobs.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { trimText } from '#contract/loyalty/trim-text.ts';
import { workOnJobs } from '#services/gateway/jobs/jobs-worker.ts';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { propertyRuns } from '#services/platform/testing/fuzz/property-runs.ts';
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

  test('fails rows whose member was changed, added or deleted since the check', async () => {
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

  test('changes the member that its check found, and no later one with the same ID', async () => {
    const job = await jobs.upload('member_id,last_name\r\nM-1,Lovelace\r\n');
    program.members.delete('S-1');
    const second: Member = { id: 'S-9', member_id: 'M-1', member_status: 'active' };
    program.members.set('S-9', second);
    await jobs.move(job, 'start');
    await jobs.work();
    expect(await jobs.get(job)).toMatchObject({ state: 'done', done: 1, failed: 1 });
    expect((await rowsOf(job.id))[0]?.reasons).toEqual([
      { column: null, reason: 'This member was deleted after the file was checked' },
    ]);
    expect(program.members.get('S-9')).toEqual(second);
  });

  test('may be the failed rows of an import of failed rows', async () => {
    program.intercept = (request) => (request.startsWith('POST') ? { status: 400 } : undefined);
    let file = 'member_id,first_name\r\nM-1,Ann\r\n';
    for (let round = 1; round <= 3; round += 1) {
      const job = await jobs.upload(file);
      await jobs.move(job, 'start');
      await jobs.work();
      file = await jobs.result(job, '?rows=failed');
      expect(file).toMatch(
        /^\ufeffmember_id,first_name,outcome,reason\r\nM-1,Ann,failed,[^,]+\r\n$/,
      );
    }
  });

  test('is not applied twice if it is canceled and retried during a batch', async () => {
    const rows = Array.from({ length: 10 }, (_, index) => `new-${index}`);
    const job = await jobs.upload(['member_id', ...rows].join('\n'));
    await jobs.move(job, 'start');
    const [reached, proceed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isFirst = true;
    program.intercept = async (request) => {
      if (!isFirst || !request.startsWith('POST')) return undefined;
      isFirst = false;
      reached.resolve();
      await proceed.promise;
      return undefined;
    };
    const batch = workOnJobs(jobs.dependencies);
    await reached.promise;
    await jobs.move(job, 'cancel');
    await jobs.move(job, 'retry');
    // Another process.
    expect(await workOnJobs(jobs.dependencies)).toBe(false);
    expect((await jobs.get(job)).state).toBe('queued');
    proceed.resolve();
    await batch;
    await jobs.work();
    expect(await jobs.get(job)).toMatchObject({ state: 'done', done: rows.length, failed: 0 });
    expect(program.applied).toHaveLength(rows.length);
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
      { numRuns: propertyRuns(20) },
    );
  }, 60_000);
});

const lineEnd = fc.constantFrom('\r\n', '\n', '\r');
const cell = fc
  .array(fc.oneof(lineEnd, fc.constantFrom('a', ', b', 'é', '"')), { maxLength: 4 })
  .map((parts) => trimText(parts.join('')));
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
