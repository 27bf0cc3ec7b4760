import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Job, JobRow } from '#contract/gateway/job.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { readFileName } from './file-format.ts';

describeStorages('the format of a file', (storage) => {
  let program: TestProgram;
  let jobs: TestJobs;
  beforeAll(async () => {
    jobs = await startJobs(storage.storage);
    program = await startProgram([]);
    await jobs.connect(1, program.url);
  });
  beforeEach(() => jobs.update());
  afterAll(async () => {
    await jobs?.close();
    await program?.close();
  });

  const send = (body: string | Uint8Array, query = '', headers: Record<string, string> = {}) =>
    jobs.call(`/teams/1/jobs/import${query}`, {
      method: 'POST',
      body: body as string,
      headers: { 'content-type': 'text/csv', ...headers },
    });
  const check = async (...args: Parameters<typeof send>) => {
    const response = await send(...args);
    expect(response.status).toBe(202);
    const { data } = (await response.json()) as { data: Job };
    await jobs.work();
    const rows = await jobs.call(`/teams/1/jobs/${data.id}/rows`);
    return { job: await jobs.get(data), rows: ((await rows.json()) as { data: JobRow[] }).data };
  };

  test.each([
    'member_id;first_name\nM-1;Ada\n',
    'member_id\tfirst_name\r\nM-1\tAda\r\n',
    'sep=;\r\nmember_id;first_name\r\nM-1;Ada\r\n',
    '\ufeff"sep=,"\nmember_id,first_name\nM-1,Ada',
    '"a,b,c";member_id;first_name\nx;M-1;Ada\n',
    '\u00a0member_id , first_name\n \u200bM-1\u00a0,  Ada \n',
  ])('%j needs no parameter', async (body) => {
    const { rows } = await check(body);
    expect(rows).toMatchObject([
      { member_id: 'M-1', outcome: 'create', cells: { first_name: 'Ada' } },
    ]);
  });

  test('may be in windows-1252, and names the file', async () => {
    const { job, rows } = await check(Buffer.from('member_id\nM-1\nP\xe2t\xe9\n', 'latin1'), '', {
      'content-type': 'text/csv; charset="Windows-1252"',
      'content-disposition': "attachment; filename*=UTF-8''%C3%A9t%C3%A9.csv",
    });
    expect(job.file_name).toBe('été.csv');
    expect(rows[1]?.member_id).toBe('Pâté');
  });

  test.each([
    ['a mark, whatever the client says', '\ufeff', 'utf16le', 'text/csv'],
    ['a mark and the bytes the other way round', '\ufeff', 'utf16be', 'text/csv'],
    ['its charset', '', 'utf16le', 'text/csv; charset=utf-16'],
    ['its charset and the bytes the other way round', '', 'utf16be', 'text/csv; charset=utf-16'],
  ] as const)('may be UTF-16 with %s', async (_what, mark, encoding, type) => {
    const bytes = Buffer.from(`${mark}member_id\tfirst_name\r\nM-1\tZoë\r\n`, 'utf16le');
    if (encoding === 'utf16be') bytes.swap16();
    const { rows } = await check(bytes, '', { 'content-type': type });
    expect(rows).toMatchObject([{ member_id: 'M-1', cells: { first_name: 'Zoë' } }]);
  });

  test('can have dates with the day first', async () => {
    const body =
      'member_id,birthdate,anniversary_date\nM-1,9/2/1990,31/12\nM-2,12/31/1990,1990-02-09\n';
    const { job, rows } = await check(body, '?dates=day_first');
    expect(rows).toMatchObject([
      { outcome: 'create' },
      { outcome: 'invalid', reasons: [{ column: 'birthdate' }] },
    ]);
    await jobs.move(job, 'start');
    await jobs.work();
    const [member] = program.members.values();
    expect(member).toMatchObject({ birthdate: '02/09/1990', anniversary_date: '12/31' });
  });

  test('has the columns named that are not imported, with the reason', async () => {
    const { job } = await check('member_id,shoe,available_points\nM-9,42,7\n');
    expect(job.summary).toMatchObject({
      ignored_columns: ['shoe', 'available_points'],
      ignored_reasons: {
        shoe: 'Not a field of a member. A custom attribute is called custom_attributes. and its name.',
        available_points: "Balances can't be imported. Import points to add or deduct instead.",
      },
    });
  });

  test.each([
    [Buffer.from([0x50, 0x4b, 3, 4, 20, 0]), 'text/csv', 422, 'The file is a workbook, not CSV.'],
    ['sep=|\nmember_id|a\n', 'text/csv', 422, 'Separate the cells by commas, semicolons or tabs.'],
    [Buffer.from('member_id\n\xe9', 'latin1'), 'text/csv', 422, 'The file is not UTF-8.'],
    ['member_id\n', 'text/csv; charset=koi8-r', 415, 'Send the file in one of the encodings'],
  ])('%j as %s gets %i', async (body, type, status, detail) => {
    const response = await send(body, '', { 'content-type': type });
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(detail);
  });
});

describe('the name of a file', () => {
  test.each([
    ['attachment; filename="a b.csv"', 'a b.csv'],
    ['attachment; filename=../../x.csv', 'x.csv'],
    ['attachment; filename="C:\\\\list.csv"', 'list.csv'],
    ["attachment; filename*=UTF-8''a%E2%80%AEb%0A.csv", 'ab.csv'],
    ["attachment; filename*=UTF-8''%ZZ", null],
    ['attachment', null],
    [undefined, null],
  ])('of %j is %j', (header, name) => {
    expect(readFileName(header)).toBe(name);
  });
});
