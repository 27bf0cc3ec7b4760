import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Job, JobRow } from '#contract/gateway/job.ts';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

describeBothStorages('corrected rows of a file', (storage) => {
  let program: TestProgram;
  let jobs: TestJobs;
  beforeAll(async () => {
    jobs = await startJobs(storage.storage);
  });
  beforeEach(async () => {
    program = await startProgram([{ id: 'S-1', member_id: 'M-1', member_status: 'active' }]);
    await deleteLoyaltyConnection(storage.db, 1);
    await jobs.connect(1, program.url);
    await jobs.update();
    return () => program.close();
  });
  afterAll(() => jobs?.close());

  const correct = async ({ id }: Job, ...data: { row: number; cells: object }[]) => {
    const response = await jobs.call(`/teams/1/jobs/${id}/rows`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
    });
    await jobs.work();
    return response;
  };
  const rowsOf = async ({ id }: Job) => {
    const response = await jobs.call(`/teams/1/jobs/${id}/rows`);
    return ((await response.json()) as { data: JobRow[] }).data;
  };

  test('are checked again with all others, and imported', async () => {
    const header = 'member_id,email_address,birthdate,points_adjustment,points_reason';
    const job = await jobs.upload(
      `${header}\nN-1,nowhere,31/12/1980,5,Gift\nN-1,b@x.test\nM-1,c@x.test,,,,surplus\n`,
      '?dates=day_first',
    );
    expect(job.summary).toMatchObject({ create: 0, update: 0, invalid: 3 });
    const response = await correct(
      job,
      { row: 2, cells: { email_address: 'a@x.test', birthdate: '1/2/1981' } },
      { row: 3, cells: { member_id: ' N-2 ' } },
      { row: 4, cells: {} },
    );
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ data: { state: 'checking', done: 0 } });
    const checked = await jobs.get(job);
    expect(checked).toMatchObject({
      state: 'checked',
      summary: { create: 2, update: 1, invalid: 0, points: { members: 1, added: 5 } },
    });
    expect((await rowsOf(job)).map((row) => row.member_id)).toEqual(['N-1', 'N-2', 'M-1']);
    await jobs.move(job, 'start');
    await jobs.work();
    expect(program.members.get('S-N-1')).toMatchObject({
      email_address: 'a@x.test',
      birthdate: '02/01/1981',
    });
    expect((await correct(job, { row: 2, cells: { email_address: 'z@x.test' } })).status).toBe(409);
  });

  test('have to be in the file, like their columns', async () => {
    const job = await jobs.upload('member_id,first_name\n,Ada\n');
    for (const [row, cells, detail] of [
      [3, {}, 'There is no row 3.'],
      [2, { email_address: 'a@x.test' }, 'The file has no column email_address.'],
    ] as const) {
      const response = await correct(job, { row, cells });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ errors: [{ detail }] });
    }
    expect(await jobs.get(job)).toMatchObject({ state: 'checked', summary: { invalid: 1 } });
  });
});
