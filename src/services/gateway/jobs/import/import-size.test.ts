import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Job, JobRow } from '#contract/gateway/job.ts';
import { gatewayJobRows } from '#services/gateway/jobs/jobs-table.ts';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { measureLoad } from '#services/platform/testing/event-loop-turns.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

const rowsOf = (count: number, toRow: (index: number) => string) =>
  `member_id,first_name\n${Array.from({ length: count }, (_, index) => toRow(index)).join('\n')}\n`;

describeStorages('a file of unusual size', (storage) => {
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

  const listRows = async (job: Job, query = '') => {
    const response = await jobs.call(`/teams/1/jobs/${job.id}/rows${query}`);
    return (await response.json()) as { data: JobRow[]; more: boolean; next_cursor: string };
  };

  test.each([
    ['rows of 120,000 cells', 40, (index: number) => `M-${index}${','.repeat(120_000)}`],
    ['rows of 250,000 letters', 60, (index: number) => `M-${index},${'x'.repeat(250_000)}`],
    ['many rows of one member', 30_000, () => 'M-1'],
  ])(
    'with %s blocks no other request',
    async (_what, count, toRow) => {
      const file = Buffer.from(rowsOf(count, toRow));
      // Statistics from before: plans expect no more rows than the last file had.
      await storage.db.execute(sql`analyze`);
      let job: Job | undefined;
      const load = await measureLoad(async () => {
        job = await jobs.upload(file);
      });
      expect(job).toMatchObject({ state: 'checked', total: count });
      expect(load.longestTurn).toBeLessThan(15);
      expect(load.memoryMb).toBeLessThan(200);
    },
    120_000,
  );

  test('has rows with far more cells than columns rejected, without storing the cells', async () => {
    const job = await jobs.upload(rowsOf(3, (index) => `M-${index}${','.repeat(index * 100)}`));
    expect(job.summary).toMatchObject({ create: 1, invalid: 2 });
    const { data } = await listRows(job);
    expect(data[2]).toMatchObject({
      member_id: 'M-2',
      state: 'skipped',
      reasons: [{ column: null, reason: '201 cells, but only 2 columns' }],
    });
    const stored = await storage.db
      .select({ cells: gatewayJobRows.cells })
      .from(gatewayJobRows)
      .where(eq(gatewayJobRows.jobId, Number(job.id)))
      .orderBy(gatewayJobRows.position);
    expect(stored.map(({ cells }) => cells?.length)).toEqual([7, 307, undefined]);
    expect(await jobs.result(job, '?rows=failed')).toContain('201 cells, but only 2 columns');
  });

  test('is listed in pages that end early, and downloaded completely', async () => {
    const job = await jobs.upload(rowsOf(50, (index) => `M-${index},${'x'.repeat(200_000)}`));
    const listed: string[] = [];
    let pages = 0;
    for (let query = ''; ; pages += 1) {
      const page = await listRows(job, query);
      listed.push(...page.data.map((row) => row.member_id));
      if (!page.more) break;
      query = `?start_cursor=${page.next_cursor}`;
    }
    const all = Array.from({ length: 50 }, (_, index) => `M-${index}`);
    expect(listed).toEqual(all);
    expect(pages).toBeGreaterThanOrEqual(2);
    const file = await jobs.result(job);
    expect(file.match(/^M-\d+/gm)).toEqual(all);
  });

  test('has the errors of a row with hundreds of columns counted', async () => {
    const columns = Array.from({ length: 400 }, (_, index) => `custom_attributes.a${index}`);
    const cells = columns.map(() => `"[""x"",[]]"`);
    const job = await jobs.upload(
      `member_id,birthdate,${columns.join()}\n,wrong,${cells.join()}\n`,
    );
    expect(job.summary).toMatchObject({ invalid: 1 });
    const { data } = await listRows(job);
    expect(data[0]?.reasons.length).toBeLessThanOrEqual(21);
  });
});
