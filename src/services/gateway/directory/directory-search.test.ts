import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Member } from '#contract/loyalty/members/member.ts';
import { startDirectory, type TestDirectory } from '#services/gateway/testing/start-directory.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { directoryMembers, directoryTerms } from './directory-members-table.ts';

const member = (given: Partial<Member> & { member_id: string }): Member => ({
  id: `S-${given.member_id}`,
  member_status: 'active',
  ...given,
});

describeStorages('search of the member directory', (storage) => {
  let program: TestProgram;
  let directory: TestDirectory;
  beforeAll(async () => {
    program = await startProgram([]);
    directory = await startDirectory(storage.storage);
    for (const teamId of [1, 2]) await directory.connect(teamId, program.url);
    await directory.update();
  });
  beforeEach(async () => {
    await storage.db.delete(directoryMembers);
    await storage.db.delete(directoryTerms);
  });
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
      ['no typo in three letters', 'jon', []],
      ['not two typos in seven letters', 'johxnax', []],
      ['not a word that matches nothing', 'jane lukasz', []],
      ['no digits with typos', 'M-000009', []],
    ])('%s', async (_what, q, expected) => {
      expect((await search(q)).sort()).toEqual([...expected].sort());
    });

    test('put an exact id first, then whole words, then prefixes, then typos', async () => {
      await directory.write(1, [
        member({ member_id: '1', first_name: 'Aaron', last_name: 'Jene' }),
        member({ member_id: '2', first_name: 'Aaron', last_name: 'Janes' }),
        member({ member_id: '3', first_name: 'Zoe', last_name: 'Jane' }),
      ]);
      expect(await search('jane')).toEqual(['jane', 'M-000002', '3', '2', '1']);
      const pages = await directory.listIds({ q: 'jane', count: '1' });
      expect(pages).toEqual(['jane', 'M-000002', '3', '2', '1']);
    });

    test('only the members of the team', async () => {
      await directory.write(2, [member({ member_id: 'T-2', first_name: 'Janet' })]);
      expect((await directory.list({ q: 'jan' }, 2)).data).toMatchObject([{ member_id: 'T-2' }]);
      expect(await search('janet')).not.toContain('T-2');
    });
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
    }
  });

  test('facets count members and points by tier, status, tag and month', async () => {
    const gold = { tier_info: { loyalty_tier_id: '7', loyalty_tier_name: 'Gold' } };
    await directory.write(1, [
      member({ member_id: 'ada', ...gold, available_points: 100, member_tags: ['vip', 'new'] }),
      member({ member_id: 'bea', ...gold, available_points: 20, member_tags: ['vip'] }),
      member({ member_id: 'cleo', member_status: 'blocked', available_points: 3 }),
    ]);
    expect(await directory.facets()).toMatchObject({
      statuses: [
        { value: 'active', count: 2 },
        { value: 'blocked', count: 1 },
      ],
      tiers: [{ value: '7', name: 'Gold', count: 2, points: 120 }],
      tags: [
        { value: 'vip', count: 2 },
        { value: 'new', count: 1 },
      ],
      points: { total: 123, median: 20 },
    });
    expect((await directory.facets({ status: 'blocked' })).tiers).toEqual([]);
  });

  test('finds what a search of all members in memory finds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anyMember, { maxLength: 12, selector: (each) => each.id }),
        fc.array(anyQuery, { minLength: 4, maxLength: 4 }),
        async (members, queries) => {
          await storage.db.delete(directoryMembers);
          await storage.db.delete(directoryTerms);
          await directory.write(1, members);
          const fromMembers = members.slice(0, 2).flatMap(queriesOf);
          for (const q of [...queries, ...fromMembers]) {
            if (q.trim().length < 2) continue;
            const expected = members.filter((each) => isMatch(each, q)).map((m) => m.member_id);
            const found = await directory.listIds({ q, count: '5' });
            expect([...found].sort(), q).toEqual(expected.sort());
          }
        },
      ),
      { numRuns: 25 },
    );
  }, 120_000);
});

// The same rules, written as plainly as possible.

const name = fc.oneof(
  fc.constantFrom(
    'Jane',
    'Jan',
    'Janet',
    'Jürgen',
    "O'Neil",
    'Stephenson',
    'Łukasz',
    'Mary Ann',
    '',
  ),
  fc.string({ unit: fc.constantFrom('a', 'b', 'é', 'n', '-', "'", ' ', '\\'), maxLength: 9 }),
);
const anyMember = fc
  .record({
    member_id: fc.oneof(
      fc.integer({ min: 1, max: 999 }).map((n) => `M-${n}`),
      fc.string({ unit: fc.constantFrom('a', 'b', 'x', '1'), minLength: 1, maxLength: 9 }),
    ),
    first_name: name,
    last_name: name,
    email_address: fc.oneof(
      fc.constant(''),
      fc
        .tuple(
          fc.constantFrom('jane', 'a.b', 'stephenson', 'xx'),
          fc.constantFrom('ab.test', 'mail.test'),
        )
        .map((parts) => parts.join('@')),
    ),
    phone_number: fc.oneof(fc.constant(''), fc.constantFrom('+1-5550100', '+49-301', '5550100')),
  })
  .map((given): Member => member(given));

const anyQuery = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', 'b', 'n', 'é', "'", ' ', '1', ':', '&', '*', '\\'),
    minLength: 2,
    maxLength: 9,
  }),
  fc.constantFrom('555-01', '+1 555', '49 301', 'm-1', 'jnae', 'stehpensom', 'jane@mial.test'),
);

/** Its fields, and those with an edit. */
function queriesOf(each: Member): string[] {
  const texts = [each.first_name, each.last_name, each.email_address, each.member_id];
  return texts.flatMap((text = '') => {
    const middle = Math.floor(text.length / 2);
    const swapped = `${text.slice(0, middle)}${text[middle + 1] ?? ''}${text[middle] ?? ''}`;
    return [text, text.slice(0, middle) + text.slice(middle + 1), swapped + text.slice(middle + 2)];
  });
}

const plain = (text: string) =>
  text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ł', 'l').trim();

function isMatch(each: Member, q: string): boolean {
  const names = [each.first_name, each.last_name, each.member_id].flatMap((text = '') =>
    plain(text)
      .split(/\s+/)
      .flatMap((word) => {
        const parts = word.split(/[^a-z0-9]+/).filter(Boolean);
        return [word, parts.join(''), ...parts];
      }),
  );
  const found = [...names, plain(each.email_address ?? '')].filter(Boolean);
  const phone = each.phone_number ?? '';
  const digits = [phone, phone.split('-').slice(1).join('')].map((text) => text.replace(/\D/g, ''));
  const joined = plain(q).replace(/\s/g, '');
  const isPhone = (word: string) => /^[\d+()./-]*\d[\d+()./-]*$/.test(word);
  const words = isPhone(joined)
    ? [joined]
    : plain(q)
        .split(/\s+/)
        .map((word) => word.replace(/[,;]+$/, '') || word);
  return words.every(
    (word) =>
      found.some((text) => text.startsWith(word) || isTypo(word, text)) ||
      plain(each.id).startsWith(word) ||
      (isPhone(word) && digits.some((d) => d !== '' && d.startsWith(word.replace(/\D/g, '')))),
  );
}

function isTypo(searched: string, text: string): boolean {
  const parts = [searched.split('@'), text.split('@')].map(([local = '', ...rest]) =>
    rest.length > 0 && local !== '' ? [local, rest.join('@')] : [[local, ...rest].join('@')],
  );
  const [a = [], b = []] = parts;
  return (
    a.length === b.length && a.every((part, index) => isNear(part, b[index] ?? '', allowed(part)))
  );
}

const allowed = (word: string) => {
  const letters = word.replace(/[^a-z]/g, '').length;
  return letters >= 8 ? 2 : letters >= 4 ? 1 : 0;
};

/** Tries each edit at the first difference. */
function isNear(a: string, b: string, edits: number): boolean {
  if (a === b) return true;
  if (edits === 0) return false;
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  const [x, y] = [a.slice(at), b.slice(at)];
  // An earlier edit in a run of equal letters gives the same text.
  return (
    isNear(x.slice(1), y.slice(1), edits - 1) ||
    isNear(x.slice(1), y, edits - 1) ||
    isNear(x, y.slice(1), edits - 1) ||
    (x.length > 1 &&
      y.length > 1 &&
      x[0] === y[1] &&
      x[1] === y[0] &&
      isNear(x.slice(2), y.slice(2), edits - 1))
  );
}
