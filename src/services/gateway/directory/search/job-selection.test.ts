import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { member } from '#services/gateway/testing/directory-model.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { propertyRuns } from '#services/platform/testing/fuzz/property-runs.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const FIRST_NAMES = ['Nora', 'Noah', 'Norah', 'Nira'];
const COUNT = 240;
const people = () =>
  Array.from({ length: COUNT }, (_, index) =>
    member({
      member_id: `M-${index}`,
      first_name: FIRST_NAMES[index % FIRST_NAMES.length] ?? '',
      last_name: index % 3 === 0 ? `Lind${index}` : 'Lindberg',
      email_address: `lind${index}@example.test`,
    }),
  );

const anySearch = fc
  .tuple(
    fc.constantFrom('nora', 'noar', 'nroah', 'nira', ''),
    fc.oneof(
      fc.nat({ max: COUNT }).map((number) => `lind${number}`),
      fc.constantFrom('lindberg', 'lindebrg', 'lnidberg', 'm-1', 'lind'),
    ),
  )
  .map((words) => words.join(' ').trim());

describeBothStorages('members that a job selects by a search', (storage) => {
  let program: TestProgram;
  let jobs: TestJobs;
  beforeAll(async () => {
    program = await startProgram(people());
    jobs = await startJobs(storage.storage, {
      hasIdToken: async ({ query }) => (query as { id_token?: string }).id_token === 'valid',
    });
    await jobs.connect(1, program.url);
    await jobs.update();
  });
  afterAll(async () => {
    await jobs?.close();
    await program?.close();
  });

  const withTag = (tag: string) =>
    [...program.members.values()]
      .filter(({ member_tags: tags }) => tags?.includes(tag))
      .map(({ member_id }) => member_id)
      .sort();

  test('are those that its list counted and had', async () => {
    let runs = 0;
    const seen = { literal: 0, similar: 0, both: 0 };
    await fc.assert(
      fc.asyncProperty(anySearch, fc.boolean(), async (q, isIncluded) => {
        runs += 1;
        const tag = `run-${runs}`;
        const shown: Record<string, string> = isIncluded ? { q, similar: 'include' } : { q };
        const { total, matching } = await jobs.list({ ...shown, count: '1' });
        const listed = await jobs.listIds(shown);
        const takesSimilar = isIncluded || matching?.literal === 0;
        const filter = { q, ...(takesSimilar && { similar: 'include' }) };
        await jobs.create({
          kind: 'change',
          selection: { filter, expected: total },
          change: { add_tags: [tag] },
        });
        await jobs.work();
        expect(withTag(tag), q).toEqual([...listed].sort());
        expect(listed).toHaveLength(total ?? -1);
        const kind = listed.length === matching?.literal ? 'literal' : 'similar';
        seen[isIncluded && matching?.literal !== 0 && kind === 'similar' ? 'both' : kind] += 1;
      }),
      { numRuns: propertyRuns(20), seed: 42 },
    );
    expect(Object.values(seen).every((count) => count > 0)).toBe(true);
  }, 120_000);

  test('are the literal matches alone unless it asks for the similar ones', async () => {
    const isLiteral = ({ first_name: first, last_name: last, email_address: email }: Person) =>
      `${first}`.startsWith('Nora') &&
      (`${last}`.startsWith('Lind12') || `${email}`.startsWith('lind12'));
    type Person = ReturnType<typeof people>[number];
    const before = [...program.members.values()];
    const expected = before.filter(isLiteral).map(({ member_id }) => member_id);
    const { matching } = await jobs.list({ q: 'nora lind12', count: '1' });
    expect(matching?.literal).toBe(expected.length);
    await jobs.create({
      kind: 'delete',
      selection: { filter: { q: 'nora lind12' }, expected: expected.length },
    });
    await jobs.work();
    const left = [...program.members.values()].map(({ member_id }) => member_id);
    expect(left).toEqual(
      before.filter((each) => !isLiteral(each)).map(({ member_id }) => member_id),
    );
    // Only similar members match: a job that doesn't ask for them has nothing to do.
    expect(
      await jobs.create({ kind: 'export', selection: { filter: { q: 'lindebrg' } } }),
    ).toMatchObject({ total: 0 });
  });
});
