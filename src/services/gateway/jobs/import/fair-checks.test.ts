import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Member } from '#contract/loyalty/members/member.ts';
import { gatewayJobs } from '#services/gateway/jobs/jobs-table.ts';
import { workOnJobs } from '#services/gateway/jobs/jobs-worker.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const MEMBERS: Member[] = Array.from({ length: 12 }, (_, index) => ({
  ...{ id: `S-${index}`, member_id: `M-${index}`, member_status: 'active' },
}));
/** Rows of a check are worked on by the hundred. */
const FILE = ['member_id', ...Array.from({ length: 1_200 }, (_, index) => `N-${index}`)].join('\n');

describeBothStorages('jobs of two teams', (storage) => {
  let program: TestProgram;
  let jobs: TestJobs;
  beforeAll(async () => {
    program = await startProgram(MEMBERS);
    jobs = await startJobs(storage.storage);
    for (const team of [1, 2]) await jobs.connect(team, program.url);
    await jobs.update();
  });
  beforeEach(async () => {
    await storage.db.delete(gatewayJobs);
  });
  afterAll(async () => {
    await jobs?.close();
    await program?.close();
  });

  async function upload(teamId: number): Promise<void> {
    const response = await jobs.call(`/teams/${teamId}/jobs/import`, {
      method: 'POST',
      body: FILE,
      headers: { 'content-type': 'text/csv' },
    });
    expect(response.status).toBe(202);
  }

  /** The teams whose jobs have progressed, with how far. */
  const progress = async () => {
    const rows = await storage.db.select().from(gatewayJobs);
    return Object.fromEntries(rows.map(({ id, teamId, done }) => [`${teamId} ${id}`, done]));
  };

  test('take turns, however many files one of them has to check', async () => {
    for (let files = 0; files < 9; files += 1) await upload(2);
    await upload(1);
    const rounds: string[][] = [];
    for (let before = await progress(); ; ) {
      await workOnJobs(jobs.dependencies);
      const after = await progress();
      const advanced = Object.keys(after).filter((job) => after[job] !== before[job]);
      rounds.push(advanced.map((job) => job.split(' ')[0] ?? ''));
      before = after;
      if (rounds.length === 3) break;
    }
    // One job of each team at a time: the first team's is checked in as many rounds as if it were alone.
    expect(rounds.map((teams) => teams.sort())).toEqual(Array(3).fill(['1', '2']));
    const [own] = await storage.db.select().from(gatewayJobs).orderBy(gatewayJobs.teamId);
    expect(own?.state).toBe('checked');
  });

  test('of one team take turns, too', async () => {
    for (let files = 0; files < 3; files += 1) await upload(2);
    for (let rounds = 0; rounds < 3; rounds += 1) {
      jobs.clock.advance(1);
      await workOnJobs(jobs.dependencies);
    }
    const done = Object.values(await progress());
    expect(done.filter((rows) => rows > 0)).toHaveLength(3);
  });
});
