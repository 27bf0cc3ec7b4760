import * as fc from 'fast-check';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { isSearchable } from '#contract/gateway/filters/directory-filters.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { encodePosition } from '#services/gateway/directory/directory-cursor.ts';
import {
  directoryCounts,
  directoryMembers,
  directoryWords,
} from '#services/gateway/directory/directory-members-table.ts';
import {
  anyMember,
  anyQuery,
  findMatch,
  member,
  queriesOf,
} from '#services/gateway/testing/directory-model.ts';
import { startDirectory, type TestDirectory } from '#services/gateway/testing/start-directory.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { propertyRuns } from '#services/platform/testing/fuzz/property-runs.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

describeBothStorages('search of the member directory', (storage) => {
  let program: TestProgram;
  let directory: TestDirectory;
  beforeAll(async () => {
    program = await startProgram([]);
    directory = await startDirectory(storage.storage);
    for (const teamId of [1, 2]) await directory.connect(teamId, program.url);
    await directory.update();
  });
  const clear = async () => {
    for (const table of [directoryMembers, directoryWords, directoryCounts]) {
      await storage.db.delete(table);
    }
  };
  beforeEach(clear);
  afterAll(async () => {
    await directory?.close();
    await program?.close();
  });
  const search = (q: string) => directory.listIds({ q });

  describe('matches', () => {
    const people = [
      member({
        member_id: 'M-000001',
        first_name: 'Jürgen',
        last_name: "O'Neil-Łukasz",
        email_address: 'j.oneil@example.test',
        phone_number: '+49-3012345678',
      }),
      member({
        member_id: 'M-000002',
        first_name: 'Jane',
        last_name: 'Doe',
        email_address: 'jane.doe@example.test',
        phone_number: '+1-5550100200',
      }),
      member({ member_id: 'jane', first_name: 'Johanna', last_name: 'Stephenson' }),
      member({ member_id: 'x-1', email_address: 'zane.doe@example.test' }),
    ];
    beforeEach(() => directory.write(1, people));

    test.each([
      ['a prefix', 'jan', ['M-000002', 'jane']],
      ['words in any order', 'doe jane', ['M-000002']],
      ['a comma between names', 'Doe, Jane', ['M-000002']],
      ['no case and no accents', 'JURGEN', ['M-000001']],
      ['accents in the search', 'Jáne', ['jane', 'M-000002']],
      ['letters without a decomposition', 'lukasz', ['M-000001']],
      ['names without their punctuation', 'oneil', ['M-000001']],
      ['a part of a double name', 'łukas', ['M-000001']],
      ['an email address', 'jane.doe@example.test', ['M-000002']],
      ['a similar email address', 'yane.doe@example.test', ['M-000002', 'x-1']],
      ['the beginning of an email address', 'jane.doe@ex', ['M-000002']],
      ['a member id', 'm-000001', ['M-000001']],
      ['a service id', 'S-M-000001', ['M-000001']],
      ['a phone number', '+1-5550100200', ['M-000002']],
      ['a phone number without its country code', '555-010-0200', ['M-000002']],
      ['a phone number with spaces', '+49 30 1234', ['M-000001']],
      ['one wrong letter of four', 'jone', ['M-000002', 'jane']],
      ['one swap of four', 'jnae', ['M-000002', 'jane']],
      ['one missing letter', 'jhanna', ['jane']],
      ['two typos from eight letters', 'stehpensom', ['jane']],
      [
        'a typo in the name and one in the domain of an address',
        'jane.deo@exmple.test',
        ['M-000002'],
      ],
      ['typos in several words', 'jhanna stehpensom', ['jane']],
      ['no typo in three letters', 'jon', []],
      ['not two typos in seven letters', 'johxnax', []],
      ['not a word that matches nothing', 'jane lukasz', []],
      ['no digits with typos', 'M-000009', []],
    ])('%s', async (_what, q, expected) => {
      expect((await search(q)).sort()).toEqual([...expected].sort());
    });

    test('put an exact id first, then whole words, then the shortest prefixes', async () => {
      await directory.write(1, [
        member({ member_id: '1', first_name: 'Aaron', last_name: 'Jene' }),
        member({ member_id: '2', first_name: 'Aaron', last_name: 'Janes' }),
        member({ member_id: '3', first_name: 'Zoe', last_name: 'Jane' }),
      ]);
      const literal = ['jane', 'M-000002', '3', '2'];
      expect(await search('jane')).toEqual(literal);
      expect(await directory.listIds({ q: 'jane', count: '1' })).toEqual(literal);
      const all = { q: 'jane', similar: 'include', count: '1' };
      expect(await directory.listIds(all)).toEqual([...literal, '1']);
    });

    test('take one transaction for the typos of all words', async () => {
      const transaction = vi.spyOn(storage.db, 'transaction');
      onTestFinished(() => transaction.mockRestore());
      expect(await search('jhanna stehpensom doee janee lukas')).toEqual([]);
      expect(transaction).toHaveBeenCalledOnce();
    });

    test('put the shortest continuation first, of an address before its @', async () => {
      const addresses = ['member134', 'member13', 'member1316', 'member130'].map(
        (name, index) => [name, index === 1 ? 'long.example.test' : 'x.test'] as const,
      );
      await directory.write(
        1,
        addresses.map(([name, domain], index) =>
          member({ member_id: `${index}`, email_address: `${name}@${domain}` }),
        ),
      );
      for (const count of ['50', '1']) {
        expect(await directory.listIds({ q: 'member13', count })).toEqual(['1', '3', '0', '2']);
      }
    });

    test('continue with similar members where the list began with them', async () => {
      const { data, next_cursor, matching, total } = await directory.list({
        q: 'jone',
        count: '1',
      });
      expect([data, total, matching]).toMatchObject([
        [{ member_id: 'M-000002', similar: true }],
        2,
        { literal: 0, similar: 2 },
      ]);
      await directory.write(1, [member({ member_id: 'new', first_name: 'Jones' })]);
      const second = { q: 'jone', count: '1', start_cursor: next_cursor ?? '' };
      expect((await directory.list(second)).data).toMatchObject([{ member_id: 'jane' }]);
      expect(await search('jone')).toEqual(['new']);
    });

    test.each(['relevance', 'name', '-points'])(
      'have cursors for the version before, sorted by %s',
      async (sort) => {
        await directory.write(
          1,
          ['1', '2'].map((id) => member({ member_id: id, first_name: 'Jene' })),
        );
        const query = { q: 'jane', sort, similar: 'include', count: '1' };
        let cursor: string | null = null;
        const ranks: number[] = [];
        do {
          const start: Record<string, string> = cursor ? { start_cursor: cursor } : {};
          cursor = (await directory.list({ ...query, ...start })).next_cursor;
          if (!cursor) break;
          const position = JSON.parse(Buffer.from(cursor, 'base64url').toString());
          expect(position).toEqual([
            sort,
            expect.any(Number),
            expect.any(String),
            expect.any(Number),
          ]);
          ranks.push(position[1]);
        } while (cursor);
        expect(ranks).toEqual(sort === 'relevance' ? [0, 1, 3] : [0, 0, 0]);
      },
    );

    test('only the members of the team', async () => {
      await directory.write(2, [member({ member_id: 'T-2', first_name: 'Janet' })]);
      expect((await directory.list({ q: 'jan' }, 2)).data).toMatchObject([{ member_id: 'T-2' }]);
      expect(await search('janet')).not.toContain('T-2');
    });
  });

  test.each([
    ['01511234567', 'phone'],
    ['4567', 'phone'],
    ['0151 123', 'phone'],
    ['4711', 'M-004711'],
    ['0047 11', 'M-004711'],
    ['李', 'li'],
    ['김', 'kim'],
    ['さ', 'sakura'],
    ['+49 (0)151 1234567', 'phone'],
    ['07700 900123', 'unhyphenated'],
    ['oso', 'city'],
    ['jane-50', 'code'],
  ])('finds by %s', async (q, memberId) => {
    await directory.write(1, [
      member({ member_id: 'phone', phone_number: '+49-1511234567' }),
      member({ member_id: 'unhyphenated', phone_number: '+447700900123' }),
      member({ member_id: 'M-004711' }),
      member({ member_id: 'li', first_name: '李' }),
      member({ member_id: 'kim', last_name: '김철수' }),
      member({ member_id: 'sakura', first_name: 'さくら' }),
      member({ member_id: 'city', address: { city: 'Osorno' } }),
      member({ member_id: 'code', referral_code: 'JANE-50' }),
    ]);
    expect(await directory.listIds({ q })).toEqual([memberId]);
  });

  test.each(['a', '1', ' é '])('does not search for the one character %j', async (q) => {
    const query = new URLSearchParams({ q });
    expect((await directory.call(`/teams/1/directory/members?${query}`)).status).toBe(400);
  });

  test('filters by tier, tag, points, day of enrollment and referrer together', async () => {
    await directory.write(1, [
      member({
        member_id: 'ada',
        tier_info: { loyalty_tier_id: '7', loyalty_tier_name: 'Gold' },
        member_tags: ['vip'],
        available_points: 100,
        enrollment_date: '2026-03-01T12:00:00Z',
        referrer_ID: 'S-bea',
      }),
      member({ member_id: 'bea', available_points: 5, referrer_ID: null }),
      member({ member_id: 'cleo', member_tags: ['vip'], referrer_ID: 'S-bea' }),
    ]);
    const filters: [Record<string, string>, string[]][] = [
      [{}, ['ada', 'bea', 'cleo']],
      [{ status: 'blocked' }, []],
      [{ tier: '7,8' }, ['ada']],
      [{ tag: 'vip' }, ['ada', 'cleo']],
      [{ points_min: '5', points_max: '99' }, ['bea']],
      [{ enrolled_from: '2026-03-01', enrolled_to: '2026-03-01' }, ['ada']],
      [{ referrer: 'S-bea' }, ['ada', 'cleo']],
      [{ referrer: 'S-bea', tier: '7', tag: 'vip', points_min: '100' }, ['ada']],
      [{ referrer: 'S-ada' }, []],
    ];
    for (const [filter, expected] of filters) {
      expect(await directory.listIds(filter)).toEqual(expected);
      expect((await directory.list(filter)).total).toBe(expected.length);
    }
  });

  const dated = { rank: 0, row: 1 };
  test.each([
    ['enrolled_from', '0000-01-01'],
    ['changed_to', '0000-12-31'],
    ['start_cursor', encodePosition('enrolled', { ...dated, key: '0000-01-01T00:00:00.000Z' })],
    ['start_cursor', encodePosition('enrolled', { ...dated, key: '2026-02-30T00:00:00.000Z' })],
  ])('rejects a date that does not exist in %s', async (parameter, value) => {
    const query = new URLSearchParams({ sort: 'enrolled', [parameter]: value });
    const response = await directory.call(`/teams/1/directory/members?${query}`);
    expect([response.status, await response.json()]).toEqual([
      400,
      { errors: [expect.objectContaining({ source: { parameter } })] },
    ]);
  });

  test.each([3, 9])('rejects relevance %i in the cursor of another order', async (rank) => {
    const position = { rank, row: 1, key: '2026-01-01T00:00:00.000Z' };
    const start_cursor = encodePosition('points', { ...position, ...(rank === 3 && { key: '1' }) });
    const query = new URLSearchParams({ q: 'ja', sort: 'points', start_cursor });
    const response = await directory.call(`/teams/1/directory/members?${query}`);
    expect(response.status).toBe(400);
  });

  async function expectMatches(members: readonly Member[], q: string) {
    const idsOf = (kind: 'literal' | 'similar') =>
      members.filter((each) => findMatch(each, q) === kind).map(({ member_id }) => member_id);
    const [literal, similar] = [idsOf('literal'), idsOf('similar')];
    const given = literal.length > 0 ? literal : similar;
    const [found, { total, matching }, facets] = await Promise.all([
      directory.listIds({ q, count: '5' }),
      directory.list({ q, count: '1' }),
      directory.facets({ q }),
    ]);
    expect([...found].sort(), q).toEqual([...given].sort());
    expect([total, matching], q).toEqual([
      given.length,
      { literal: literal.length, similar: similar.length },
    ]);
    expect(facets.statuses.reduce((sum, { count }) => sum + count, 0)).toBe(given.length);
    for (const sort of ['relevance', 'name', '-changed']) {
      const both = await directory.listIds({ q, sort, similar: 'include', count: '5' });
      expect(both.slice(0, literal.length).sort(), q).toEqual([...literal].sort());
      expect(both.slice(literal.length).sort(), q).toEqual([...similar].sort());
    }
  }

  test('finds what a search of all members in memory finds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anyMember, { maxLength: 12, selector: (each) => each.id }),
        fc.array(anyQuery, { minLength: 4, maxLength: 4 }),
        async (members, queries) => {
          await clear();
          await directory.write(1, members);
          const fromMembers = members.slice(0, 2).flatMap(queriesOf);
          for (const q of [...queries, ...fromMembers]) {
            if (!isSearchable(q)) continue;
            await expectMatches(members, q);
          }
        },
      ),
      { numRuns: propertyRuns(25) },
    );
  }, 120_000);
});
