import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MEMBER_STATUSES } from '#contract/loyalty/members/member.ts';
import { TAG_MODES, tagFilter } from '#contract/loyalty/members/member-filters.ts';
import {
  createMember,
  deleteMember,
  listMembers,
  updateMember,
} from '#contract/loyalty/members/members.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { type Client, createClient } from '#services/loyalty/testing/client.ts';
import { addMembers, createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { DAY_SECONDS } from '#services/platform/clock.ts';
import { expectFigures } from '#services/platform/database/testing/expect-figures.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { memberTagCounters } from './member-counters-table.ts';

const TAGS = ['vip', 'gold', 'émigré', 'a, "b"', '{}'];
const MEMBERS = 12;
const tags = fc.subarray(TAGS);
const status = fc.constantFrom(...MEMBER_STATUSES);
/** A change of one of few members, so that many changes are of the same one. */
const change = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), n: fc.nat(MEMBERS), tags, status }),
  fc.record({ kind: fc.constant('update' as const), n: fc.nat(MEMBERS), tags, status }),
  fc.record({ kind: fc.constant('delete' as const), n: fc.nat(MEMBERS), tags, status }),
);
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

describeBothStorages('the counters of members', (store) => {
  let service: TestLoyalty;
  let programId: number;
  let client: Client;

  beforeAll(async () => {
    service = await startLoyalty(store.storage);
    const { program, credentials } = await createProgram(store.db);
    programId = program.id;
    client = createClient(service.baseUrl, credentials);
  });
  afterAll(() => service.close());

  /** Unknown and existing members are rejected, and change no counter. */
  function apply({ kind, n, tags: member_tags, status: member_status }: Change) {
    const at = { params: { member: `M-${n}` }, query: { idParam: 'member_id' } } as const;
    const body = { member_tags, member_status };
    if (kind === 'delete') return client.call(deleteMember, at);
    if (kind === 'update') return client.call(updateMember, { ...at, body });
    return client.call(createMember, { body: { ...body, member_id: `M-${n}` } });
  }

  test('are what counting finds after any changes at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 8, maxLength: 24 }), async (changes) => {
        service.clock.advance(DAY_SECONDS / 2);
        await Promise.allSettled(changes.map(apply));
        await expectFigures(store.db);
      }),
      { numRuns: 15 },
    );
  });

  test('give every tag filter its exact total, also for tags in another order and twice', async () => {
    const serial = await store.db.$count(members);
    await addMembers(store.db, programId, [
      { memberId: `T-${serial}`, tags: ['gold', 'vip'] },
      { memberId: `T-${serial + 1}`, tags: ['vip', 'gold', 'vip'] },
      { memberId: `T-${serial + 2}`, tags: [] },
    ]);
    for (const mode of TAG_MODES) {
      for (const wanted of [['vip'], ['vip', 'gold'], ['unknown'], ['a, "b"', 'gold']]) {
        for (const member_status of MEMBER_STATUSES) {
          const filters = { member_status, member_tags: { mode, tags: wanted } };
          const { data } = await client.call(listMembers, {
            query: { member_status, member_tags: tagFilter(filters.member_tags), count: '1000' },
          });
          expect({ filters, total: data.total }).toEqual({ filters, total: data.members.length });
        }
      }
    }
  });

  test('give every range of days of enrollment its exact total', async () => {
    const { program, credentials } = await createProgram(store.db);
    const own = createClient(service.baseUrl, credentials);
    const enrolled = ['2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00Z', '2026-02-28T23:59:59Z'];
    await addMembers(
      store.db,
      program.id,
      enrolled.map((at, index) => ({ memberId: `D-${index}`, enrolledAt: new Date(at) })),
    );
    const ranges = ['"eq":"01/31/2026"', '"between":"02/01/2026-02/28/2026"', '"lt":"02/01/2026"'];
    const totals = [];
    for (const range of [...ranges, '"gte":"02/28/2026"', '"gt":"02/28/2026"']) {
      const { data } = await own.call(listMembers, { query: { enrolment_date: `{${range}}` } });
      expect(data.total).toBe(data.members.length);
      totals.push(data.total);
    }
    expect(totals).toEqual([1, 2, 1, 1, 0]);
  });

  test('are one row for all members with the same tags, and none for a set that nobody has', async () => {
    const { program, credentials } = await createProgram(store.db);
    const own = createClient(service.baseUrl, credentials);
    const create = (n: number, member_tags: string[]) =>
      own.call(createMember, { body: { member_id: `S-${n}`, member_tags } });
    await create(1, ['vip', 'gold']);
    await create(2, ['gold', 'vip', 'vip']);
    await create(3, []);
    const read = () =>
      store.db
        .select({ tags: memberTagCounters.tags, total: memberTagCounters.total })
        .from(memberTagCounters)
        .where(eq(memberTagCounters.programId, program.id));
    expect(await read()).toEqual([{ tags: ['gold', 'vip'], total: 2 }]);
    for (const n of [1, 2]) {
      const params = { member: `S-${n}` };
      await own.call(deleteMember, { params, query: { idParam: 'member_id' } });
    }
    expect(await read()).toEqual([]);
  });
});
