import { parse } from 'csv-parse/sync';
import { eq } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Job, JobChange, JobRow } from '#contract/gateway/job.ts';
import { createOwnCalls } from '#services/compose/mount-loyalty.ts';
import { createProgramManagement } from '#services/compose/programs/program-management.ts';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { adjustMember } from '#services/loyalty/testing/adjust-member.ts';
import { addMembers, addTiers, createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import type { Tier } from '#services/loyalty/tiers/tiers-table.ts';
import { propertyRuns } from '#services/platform/testing/fuzz/property-runs.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const TAGS = ['vip', 'VIP', 'new', 'a,b'];
const SIZES = [5, '5', 'm', 'M', ['m', 'M'], ['5']];
const anyMember = fc.record({
  lastName: fc.constantFrom('Lind1', 'Lind10', 'Lind11', 'lind1', 'Lundi'),
  tags: fc.subarray(TAGS),
  status: fc.constantFrom('active' as const, 'blocked' as const, 'opted_out' as const),
  subscription: fc.constantFrom('subscribed', 'unsubscribed'),
  points: fc.constantFrom(0, 1, 49, 50, 51),
  tier: fc.constantFrom(undefined, 0, 1),
  size: fc.option(fc.constantFrom(...SIZES), { nil: undefined }),
});
type ValueOf<Values> = Values extends fc.Arbitrary<infer Value> ? Value : never;
type AnyMember = ValueOf<typeof anyMember>;

/** Filters of a list; the tier is one of the program's. */
const anyFilter = fc.oneof(
  fc.constant({}),
  fc.record({ q: fc.constantFrom('lind1', 'lind10', 'Lind11', 'lundi') }),
  fc.record({ q: fc.constantFrom('lind', 'lundi'), similar: fc.constant('include') }),
  fc.record({ tag: fc.subarray(TAGS, { minLength: 1 }) }),
  fc.record({ status: fc.constant(['active']), points_min: fc.constantFrom(1, 50) }),
  fc.record({ subscription_not: fc.constant(['subscribed']) }),
  fc.record({ 'attribute.size': fc.subarray(['5', 'm'], { minLength: 1 }) }),
  fc.record({ tier_not: fc.constantFrom([0], [1]) }),
);
const anyChange = fc.oneof(
  fc.record({ points: fc.record({ points: fc.constantFrom(1, 50, -1, -50) }) }),
  fc.record({ add_tags: fc.subarray(TAGS, { minLength: 1 }) }),
  fc.record({ remove_tags: fc.subarray(TAGS, { minLength: 1 }) }),
  fc.record({ status: fc.constantFrom('active' as const, 'blocked' as const) }),
  fc.record({ subscription: fc.constantFrom('subscribed' as const, 'unsubscribed' as const) }),
  fc.record({ tier_id: fc.constantFrom(0, 1) }),
  fc.record({ custom_attributes: fc.record({ size: fc.constantFrom(...SIZES) }) }),
);

describeBothStorages('a bulk job in our loyalty service', (storage) => {
  let loyalty: TestLoyalty;
  let jobs: TestJobs;
  let programId: number;
  let tiers: Tier[];
  beforeAll(async () => {
    loyalty = await startLoyalty(storage.storage);
    const { clock, dependencies, baseUrl } = loyalty;
    jobs = await startJobs(storage.storage, {
      clock,
      encryption: dependencies.encryption,
      servesLoyalty: true,
      callOwnLoyalty: createOwnCalls(loyalty.operations, silentLog),
      loyaltyBaseUrl: baseUrl,
      programs: createProgramManagement({
        ...dependencies,
        allowPrivateAddresses: false,
        ownOrigin: 'https://patron.test',
      }),
    });
  });
  afterAll(async () => {
    await jobs?.close();
    await loyalty?.close();
  });

  async function connectProgramOf(given: readonly AnyMember[]) {
    const { program, credentials } = await createProgram(storage.db);
    programId = program.id;
    tiers = await addTiers(storage.db, programId, { Silver: 100, Gold: 1000 });
    const added = await addMembers(
      storage.db,
      programId,
      given.map(({ lastName, tags, status, subscription, tier, size }, index) => ({
        memberId: `M-${index + 1}`,
        lastName,
        tags,
        status,
        emailSubscriptionStatus: subscription,
        tierId: tier === undefined ? null : (tiers[tier]?.id ?? null),
        customAttributes: size === undefined ? {} : { size },
      })),
    );
    for (const [index, { id }] of added.entries()) {
      const points = given[index]?.points ?? 0;
      if (points === 0) continue;
      await storage.db.transaction((tx) =>
        adjustMember(tx, program, id, { points, reason: 'Start' }, loyalty.clock.now()),
      );
    }
    await deleteLoyaltyConnection(storage.db, 1);
    await jobs.connect(1, undefined, credentials);
    await jobs.update();
  }

  /** What a member has, by its ID, without what was deleted. */
  async function listMembers() {
    const rows = await storage.db.select().from(members).where(eq(members.programId, programId));
    return new Map(
      rows
        .filter(({ deletedAt }) => deletedAt === null)
        .map((row) => [
          row.memberId,
          {
            tags: row.tags.toSorted(),
            status: row.status,
            subscription: row.emailSubscriptionStatus,
            points: row.availablePoints,
            tier: row.tierId,
            size: row.customAttributes.size,
          },
        ]),
    );
  }
  const withTiers = (filter: Record<string, unknown>) =>
    'tier_not' in filter
      ? { tier_not: (filter.tier_not as number[]).map((index) => tiers[index]?.serviceId ?? '') }
      : filter;
  const asQuery = (filter: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(filter).map(([name, value]) => [
        name,
        Array.isArray(value)
          ? value.map((text) => text.replaceAll(',', '\\,')).join()
          : String(value),
      ]),
    );
  /** The filter of a job for all members of a list, whose similar ones are shown if none is literal. */
  async function listed(filterByIndex: Record<string, unknown>) {
    const shown = withTiers(filterByIndex);
    const { matching } = await jobs.list(asQuery(shown));
    const filter = matching?.literal === 0 ? { ...shown, similar: 'include' } : shown;
    const ids = await jobs.listIds(asQuery(filter));
    return { filter, ids };
  }
  /** Ends with the outcome of each row. */
  async function run(data: object) {
    const job = await jobs.create(data);
    await jobs.work();
    return finished(job);
  }
  async function finished(job: Job) {
    const response = await jobs.call(`/teams/1/jobs/${job.id}/rows?count=100`);
    const rows = ((await response.json()) as { data: JobRow[] }).data;
    const of = (result: string) =>
      rows.filter((row) => row.result === result).map((row) => row.member_id);
    return { job: await jobs.get(job), changed: of('changed'), skipped: of('skipped') };
  }
  async function directory() {
    const pages = await jobs.list({ fields: 'member_tags,available_points,member_status' });
    return new Map(pages.data.map((member) => [member.member_id, member]));
  }

  test('takes the members of the list, and does to each what the dialog says', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyMember, { minLength: 1, maxLength: 8 }),
        anyFilter,
        anyChange,
        async (given, filterByIndex, changeByIndex) => {
          await connectProgramOf(given);
          const { filter, ids } = await listed(filterByIndex);
          const change = toChange(changeByIndex, tiers);
          const before = await listMembers();
          const announced = await announcedUnchanged(filter, change);
          const selection = { filter, expected: ids.length };
          const done = await run({ kind: 'change', selection, change });

          const expected = new Map(
            [...before].map(([id, member]) => [
              id,
              ids.includes(id) ? after(member, change, tiers) : member,
            ]),
          );
          const then = await listMembers();
          expect(then).toEqual(expected);
          const differing = [...before.keys()].filter(
            (id) => JSON.stringify(before.get(id)) !== JSON.stringify(expected.get(id)),
          );
          expect(done.changed.toSorted()).toEqual(differing.toSorted());
          expect([...done.changed, ...done.skipped].toSorted()).toEqual(ids.toSorted());
          expect(done.job).toMatchObject({
            state: 'done',
            total: ids.length,
            failed: 0,
            changed: differing.length,
            skipped: ids.length - differing.length,
            undoable: differing.length > 0 && done.job.undoable,
          });
          if (announced) {
            const { most, isUpperBound } = announced;
            if (isUpperBound) expect(done.job.skipped).toBeLessThanOrEqual(most);
            else expect(done.job.skipped).toBe(most);
          }
          for (const [id, member] of await directory()) {
            expect(member.available_points).toBe(then.get(id)?.points);
            expect(member.member_status).toBe(then.get(id)?.status);
            expect(member.member_tags?.toSorted() ?? []).toEqual(then.get(id)?.tags);
          }
          if (!done.job.undoable) return;
          const undo = await jobs.move(done.job, 'undo');
          await jobs.work();
          expect(await jobs.get(undo)).toMatchObject({ failed: 0 });
          expect(await listMembers()).toEqual(
            new Map([...before].map(([id, member]) => [id, undone(member, then.get(id))])),
          );
        },
      ),
      { numRuns: propertyRuns(60) },
    );
  }, 240_000);

  /** The number in the dialog of a change that can count those who have the value already. */
  async function announcedUnchanged(filter: Record<string, unknown>, change: JobChange) {
    const { subscription, custom_attributes: attributes } = change;
    const size = attributes?.size;
    const also =
      subscription !== undefined
        ? { subscription }
        : typeof size === 'string' || typeof size === 'number'
          ? { 'attribute.size': String(size) }
          : undefined;
    if (!also || Object.keys(also).some((name) => name in filter)) return undefined;
    const { total } = await jobs.list({ ...asQuery(filter), ...also, count: '1' });
    return { most: total ?? 0, isUpperBound: attributes !== undefined };
  }

  test('deletes the members of the list, and exports them before', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyMember, { minLength: 1, maxLength: 8 }),
        anyFilter,
        async (given, filterByIndex) => {
          await connectProgramOf(given);
          const { filter, ids } = await listed(filterByIndex);
          const before = await listMembers();
          const selection = { filter, expected: ids.length };
          const columns = ['member_id', 'last_name', 'available_points'];
          const { job } = await run({ kind: 'export', selection, columns });
          const [, ...lines] = parse(await jobs.result(job), { bom: true }) as string[][];
          expect(lines.toSorted()).toEqual(
            ids
              .map((id) => {
                const index = Number(id.slice(2)) - 1;
                return [id, given[index]?.lastName ?? '', String(before.get(id)?.points)];
              })
              .toSorted(),
          );
          const deleted = await run({ kind: 'delete', selection });
          expect(deleted.job).toMatchObject({ changed: ids.length, skipped: 0, failed: 0 });
          for (const id of ids) before.delete(id);
          expect(await listMembers()).toEqual(before);
          expect(new Set(await jobs.listIds())).toEqual(new Set(before.keys()));
        },
      ),
      { numRuns: propertyRuns(30) },
    );
  }, 240_000);
});

interface State {
  tags: string[];
  status: string;
  subscription: string;
  points: number;
  tier: number | null;
  size: unknown;
}

function toChange(change: ValueOf<typeof anyChange>, tiers: readonly Tier[]): JobChange {
  if ('tier_id' in change) return { tier_id: tiers[change.tier_id]?.serviceId ?? '' };
  return 'points' in change ? { points: { ...change.points, reason: 'Gift' } } : change;
}

/** A member after a change, by what the dialogs say. */
function after<Member extends State>(
  member: Member,
  change: JobChange,
  tiers: readonly Tier[],
): Member {
  const { points, add_tags: added = [], remove_tags: removed = [] } = change;
  const balance = member.points + (points?.points ?? 0);
  const tags = [...new Set([...member.tags, ...added])].filter((tag) => !removed.includes(tag));
  return {
    ...member,
    tags: tags.toSorted(),
    status: change.status ?? member.status,
    subscription: change.subscription ?? member.subscription,
    // Members with fewer points keep theirs.
    points: balance < 0 ? member.points : balance,
    tier: tiers.find(({ serviceId }) => serviceId === change.tier_id)?.id ?? member.tier,
    size: change.custom_attributes?.size ?? member.size,
  };
}

/** An undo can't take a tier or an attribute away that the member didn't have. */
function undone<Member extends State>(before: Member, changed: State | undefined): Member {
  return {
    ...before,
    tier: before.tier ?? changed?.tier ?? null,
    size: before.size ?? changed?.size,
  };
}
