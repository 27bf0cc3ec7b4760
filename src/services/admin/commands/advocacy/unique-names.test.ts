import { beforeAll, expect, test } from 'vitest';
import { createLoyaltyFixture } from '#services/admin/testing/admin-fixture.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const CONCURRENT = 5;

// See people.test.ts for users, tiers.test.ts for tiers and connections.test.ts for connections.
describeBothStorages('concurrent commands with the same name', (store) => {
  const fixture = createLoyaltyFixture(store);
  let teamId: string;
  beforeAll(async () => {
    const team = (await fixture.admin.runJson(['teams', 'create', 'A team'])) as { id: number };
    teamId = String(team.id);
    const address = ['--referral-base-url', 'https://shop.example.com/'];
    await fixture.admin.runOk(['programs', 'create', 'acme', '--name', 'Acme', ...address]);
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
  ])('one creates the %s, the others report that it exists', async (_what, args, line) => {
    const outcomes = await Promise.all(
      Array.from({ length: CONCURRENT }, () => fixture.admin.run(args())),
    );
    const rejected = outcomes.filter(({ code }) => code !== 0);
    expect(rejected).toHaveLength(CONCURRENT - 1);
    for (const { code, stderr } of rejected) {
      expect([code, stderr.trimEnd()]).toEqual([1, expect.stringMatching(line)]);
    }
  });
});
