import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Member } from '#contract/loyalty/members/member.ts';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { insertJob } from './insert-job.ts';
import { endJob, jobClaims } from './job-claims.ts';

const PEOPLE: Member[] = [{ id: 'S-1', member_id: 'M-1', member_status: 'active' }];

describeBothStorages('a claimed job', (storage) => {
  let program: TestProgram;
  let jobs: TestJobs;
  beforeAll(async () => {
    jobs = await startJobs(storage.storage);
  });
  beforeEach(async () => {
    program = await startProgram(PEOPLE);
    for (const team of [1, 2]) {
      await deleteLoyaltyConnection(storage.db, team);
      await jobs.connect(team, program.url);
    }
    await jobs.update();
    return () => program.close();
  });
  afterAll(() => jobs?.close());

  const deletion = { kind: 'delete', selection: { filter: {} } } as const;

  test('is not ended by a worker whose lease another one has', async () => {
    program.intercept = () => ({ status: 503 });
    const job = await jobs.create(deletion);
    await jobs.work();
    const claim = async () => {
      jobs.clock.advance(200);
      const [claimed] = await jobClaims.claimDue(storage.db, jobs.clock.now());
      if (!claimed) throw new Error('No job is due');
      return claimed;
    };
    const [late, current] = [await claim(), await claim()];
    await endJob(jobs.dependencies, late, { state: 'failed' });
    expect((await jobs.get(job)).state).toBe('running');
    await endJob(jobs.dependencies, current, { state: 'failed' });
    expect((await jobs.get(job)).state).toBe('failed');
  });

  test('of one team starts although another process was faster in another team', async () => {
    const user = { id: 'all', name: 'Ada' };
    const create = (teamId: number) =>
      insertJob(
        storage.db,
        jobs.clock,
        { teamId, user } as Parameters<typeof insertJob>[2],
        {
          ...deletion,
        } as Parameters<typeof insertJob>[3],
      );
    await create(1);
    const other = await create(2);
    await storage.db.execute(sql`
      create function conflict() returns trigger language plpgsql as $$
      begin
        raise exception 'faster' using errcode = 'unique_violation', constraint = 'gateway_jobs_running_unique';
      end $$`);
    onTestFinished(async () => {
      await storage.db.execute(sql`drop function conflict cascade`);
    });
    await storage.db.execute(sql`
      create trigger conflict before update on gateway_jobs
      for each row when (new.team_id = 1) execute function conflict()`);
    await jobs.work();
    const { rows } = await storage.db.execute<{ state: string }>(
      sql`select state from gateway_jobs where id = ${other.id}`,
    );
    expect(rows).toEqual([{ state: 'done' }]);
  });
});
