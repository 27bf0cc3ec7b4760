import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  directoryCounts,
  directoryMembers,
  directoryWords,
} from '#services/gateway/directory/directory-members-table.ts';
import { GATEWAY_LIMITS } from '#services/gateway/limits.ts';
import { member } from '#services/gateway/testing/directory-model.ts';
import { startDirectory, type TestDirectory } from '#services/gateway/testing/start-directory.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const SORTED_MATCHES = 500;
const TIERS = ['Silver', 'Gold', 'Bronze'].map((name) => ({
  loyalty_tier_id: `t-${name}`,
  loyalty_tier_name: name,
}));

describeBothStorages('many matches of a search', (storage) => {
  let program: TestProgram;
  let directory: TestDirectory;
  beforeAll(async () => {
    program = await startProgram([]);
    const limits = { ...GATEWAY_LIMITS, sortedMatches: SORTED_MATCHES };
    directory = await startDirectory(storage.storage, { limits });
    await directory.connect(1, program.url);
    await directory.update();
  });
  beforeEach(async () => {
    for (const table of [directoryMembers, directoryWords, directoryCounts]) {
      await storage.db.delete(table);
    }
  });
  afterAll(async () => {
    await directory?.close();
    await program?.close();
  });

  test('lists more matches than are sorted by date of enrollment, after the exact ones', async () => {
    const people = Array.from({ length: SORTED_MATCHES + 100 }, (_, index) => {
      const name = index % 100 === 7 ? 'Mar' : `Mara${index}`;
      const enrolled = new Date(Date.UTC(2020, 0, 1 + (index % 70))).toISOString();
      const names = { first_name: 'Adalbert', last_name: name };
      return member({ member_id: `${index}`, ...names, enrollment_date: enrolled });
    });
    await directory.write(1, people);
    await directory.write(1, people.slice(0, 200));
    await directory.write(1, [
      member({ member_id: '0', last_name: 'Nora', email_address: 'ma@x.test' }),
    ]);
    const listAll = async (q: string) => {
      const ids = await directory.listIds({ q, count: '40' });
      expect(new Set(ids).size, q).toBe(ids.length);
      expect((await directory.list({ q, count: '1' })).total, q).toBe(ids.length);
      return ids;
    };
    const expectNewestFirst = (ids: string[]) => {
      const days = ids.map((id) => Number(id) % 70);
      expect(days).toEqual([...days].sort((one, other) => other - one));
    };
    expect((await directory.list({ q: 'ma', count: '1' })).total).toBe(people.length);
    for (const q of ['mar', 'adalbert mar']) {
      const ids = await listAll(q);
      expect(ids).toHaveLength(people.length - 1);
      expect(ids.slice(0, 6).every((id) => Number(id) % 100 === 7)).toBe(true);
      expectNewestFirst(ids.slice(6));
    }
    // Too many exact matches are listed like the others.
    const sameNames = await listAll('adalbert');
    expect(sameNames).toHaveLength(people.length - 1);
    expectNewestFirst(sameNames);
  });

  test.each([
    ['few matches', 60],
    ['more matches than are sorted', SORTED_MATCHES + 20],
  ])('sorts %s by any column', async (_what, count) => {
    const people = Array.from({ length: count }, (_, index) =>
      member({
        member_id: `${index}`,
        first_name: `Mara${(index * 7) % 50}`,
        available_points: (index * 11) % 40,
        tier_info: TIERS[index % 4],
        enrollment_date: new Date(Date.UTC(2020, 0, 1 + ((index * 13) % 70))).toISOString(),
      }),
    );
    const others = [member({ member_id: 'x', first_name: 'Nora', available_points: 7 })];
    await directory.write(1, [...people, ...others]);
    for (const sort of [
      'name',
      'tier',
      'points',
      'enrolled',
      '-name',
      '-tier',
      '-points',
      '-enrolled',
    ]) {
      const all = await directory.listIds({ sort, count: '200' });
      const ids = await directory.listIds({ q: 'mara', sort, count: '50' });
      expect(ids, sort).toEqual(all.filter((id) => id !== 'x'));
    }
  });
});
