import { beforeAll, expect, test } from 'vitest';
import { besideLoyalty } from '#services/admin/testing/admin-scene.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

const AT_ONCE = 5;

// People stand in people.test.ts, tiers in tiers.test.ts and a team's program in connections.test.ts.
describeStorages('of many commands at once that make the same', (store) => {
  const scene = besideLoyalty(store);
  let teamId: string;
  beforeAll(async () => {
    const team = (await scene.admin.json(['teams', 'create', 'A team'])) as { id: number };
    teamId = String(team.id);
    const address = ['--referral-base-url', 'https://shop.example.com/'];
    await scene.admin.done(['programs', 'create', 'acme', '--name', 'Acme', ...address]);
  });

  test.each<[string, () => string[], RegExp]>([
    [
      'program',
      () => 'programs create twice --name X --referral-base-url https://x.com/'.split(' '),
      /^error: A program with the partner id twice already exists$/,
    ],
    [
      'OAuth client',
      () => 'clients create twice --name X --redirect-uri https://x.com/back'.split(' '),
      /^error: There is already a client twice$/,
    ],
    [
      'role of a team',
      () => ['roles', 'create', 'Editor', '--team', teamId],
      /^error: .+ already has a role Editor$/,
    ],
    [
      'activity of a program',
      () => 'activities create buy --program acme --name Buy --points 1'.split(' '),
      /^error: The program already has an activity buy$/,
    ],
  ])('one makes the %s, and the others say that it is there', async (_what, words, line) => {
    const outcomes = await Promise.all(
      Array.from({ length: AT_ONCE }, () => scene.admin.run(words())),
    );
    const lost = outcomes.filter(({ code }) => code !== 0);
    expect(lost).toHaveLength(AT_ONCE - 1);
    for (const { code, said } of lost) {
      expect([code, said.trimEnd()]).toEqual([1, expect.stringMatching(line)]);
    }
  });
});
