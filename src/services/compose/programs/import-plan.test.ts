import { eq } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Job, JobRow } from '#contract/gateway/job.ts';
import { createOwnCalls } from '#services/compose/mount-loyalty.ts';
import { createProgramManagement } from '#services/compose/programs/program-management.ts';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { addMembers, addTiers, createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { propertyRuns } from '#services/platform/testing/fuzz/property-runs.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const HEADER = [
  ...['member_id', 'first_name', 'email_address', 'birthdate', 'address.country', 'member_tags'],
  ...['email_subscription_status', 'email_opt_out', 'current_tier_id', 'points_adjustment'],
];
const cellOf = (...texts: string[]) => fc.constantFrom('', ...texts);
const anyRow = fc.tuple(
  fc.constantFrom('M-1', 'M-2', 'M-3', 'N-1', 'N-2', 'N-3', "'70123", '4.91E+12', 'NULL', ''),
  cellOf('Ada', 'Bob', '#N/A', 'NULL'),
  cellOf('one@example.test', 'ONE@example.test', 'two@example.test', 'nowhere'),
  cellOf('05/06/1970', '05/05/1970', '25/12/1980', '12/25/1980', '1990-02-09', '9.2.1990', '13/13'),
  cellOf('Germany', 'de', 'Deutschland', 'Atlantis', 'Germny', 'US'),
  cellOf('vip', 'vip, new', 'vip|new', '"A","B, C"'),
  cellOf('yes', 'NEVER_SUBSCRIBED', 'Unsubscribed', 'subscribed', 'perhaps'),
  cellOf('yes', 'no', '2024-05-01'),
  cellOf('gold', 'Silver', 'Diamond'),
  cellOf('0', '20', '-30', '+5', '-500', '1.5'),
);
const ONE = { emailAddress: 'one@example.test', uniqueEmail: 'one@example.test' };
const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;

describeBothStorages('the check of an import by our loyalty service', (storage) => {
  let loyalty: TestLoyalty;
  let jobs: TestJobs;
  let programId: number;
  beforeAll(async () => {
    loyalty = await startLoyalty(storage.storage);
    const management = {
      ...loyalty.dependencies,
      allowPrivateAddresses: false,
      ownOrigin: 'https://patron.test',
    };
    jobs = await startJobs(storage.storage, {
      clock: loyalty.clock,
      encryption: loyalty.dependencies.encryption,
      servesLoyalty: true,
      callOwnLoyalty: createOwnCalls(loyalty.operations, silentLog),
      loyaltyBaseUrl: loyalty.baseUrl,
      programs: createProgramManagement(management),
    });
  });
  beforeEach(() => connectNewProgram(false));
  afterAll(async () => {
    await jobs?.close();
    await loyalty?.close();
  });

  async function connectNewProgram(emailUnique: boolean) {
    const settings = { language: 'de', emailUnique };
    const { program, credentials } = await createProgram(storage.db, settings);
    programId = program.id;
    await addTiers(storage.db, programId, { Gold: 1000, Silver: 100 });
    await addMembers(
      storage.db,
      programId,
      ['M-1', 'M-2', 'M-3'].map((memberId, index) => ({
        memberId,
        firstName: 'Ada',
        ...(index === 0 ? ONE : {}),
        country: ['Atlantis', 'Germany'][index] ?? '',
        availablePoints: 0,
      })),
    );
    await deleteLoyaltyConnection(storage.db, 1);
    await jobs.connect(1, undefined, credentials);
    await jobs.update();
  }
  const listMembers = async () => {
    const rows = await storage.db.select().from(members).where(eq(members.programId, programId));
    return new Map(rows.map((row) => [row.memberId, row]));
  };
  const rowsOf = async (job: Job) => {
    const response = await jobs.call(`/teams/1/jobs/${job.id}/rows?count=100`);
    return ((await response.json()) as { data: JobRow[] }).data;
  };
  const say = async (job: Job, dates: string) => {
    await jobs.call(`/teams/1/jobs/${job.id}/rows`, {
      method: 'PATCH',
      body: JSON.stringify({ dates }),
      headers: { 'content-type': 'application/json' },
    });
    await jobs.work();
    return jobs.get(job);
  };

  test('an unknown tier and a deduction of more than the balance are invalid, a name is a tier', async () => {
    const file =
      'member_id,current_tier_id,points_adjustment\nN-1,Gold,\nN-2,Diamond,\nM-1,,-5\nM-2,silver,5\n';
    const job = await jobs.upload(file, '?points_reason=Gift');
    expect(job.summary).toMatchObject({ create: 1, update: 1, invalid: 2 });
    const rows = await rowsOf(job);
    expect(rows.flatMap(({ reasons }) => reasons)).toEqual([
      { column: 'current_tier_id', reason: 'There is no such tier. Use Silver or Gold' },
      { column: 'points_adjustment', reason: "The member has 0 points, and can't lose more" },
    ]);
    await jobs.move(job, 'start');
    await jobs.work();
    expect(await jobs.get(job)).toMatchObject({ state: 'done', failed: 0 });
  });

  test('what it announces is what the database has after the import', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRow, { minLength: 1, maxLength: 8 }),
        fc.constantFrom('day_first', 'month_first'),
        fc.constantFrom('', '&tags=comma', '&tags=pipe'),
        fc.boolean(),
        async (rows, dates, tags, emailUnique) => {
          await connectNewProgram(emailUnique);
          const before = await listMembers();
          const file = [HEADER, ...rows].map((cells) => cells.map(quote).join()).join('\n');
          let job = await jobs.upload(file, `?points_reason=Gift${tags}`);
          if (job.summary.dates === 'unknown') job = await say(job, dates);
          const { create = 0, update = 0, same = 0, invalid = 0, points, consent } = job.summary;
          const checked = await rowsOf(job);
          await jobs.move(job, 'start');
          await jobs.work();
          const done = await jobs.get(job);

          expect(done).toMatchObject({ state: 'done', done: create + update, failed: 0 });
          if (create + update > 0) {
            const written = { create, update, ...(points ? { points } : {}) };
            expect(done.summary.written).toEqual(written);
          }
          expect(create + update + same + invalid).toBe(checked.length);
          const after = await listMembers();
          const added = [...after.values()].filter(({ memberId }) => !before.has(memberId));
          expect(added).toHaveLength(create);
          expect(
            added.filter((member) => member.emailSubscriptionStatus === 'subscribed'),
          ).toHaveLength(consent?.subscribed ?? 0);
          const sum = (list: typeof after) =>
            [...list.values()].reduce((total, member) => total + member.availablePoints, 0);
          const { added: plus = 0, deducted = 0 } = points ?? {};
          expect(sum(after) - sum(before)).toBe(plus - deducted);
          const updated = new Set(
            checked.flatMap((row) => (row.outcome === 'update' ? [row.member_id] : [])),
          );
          const changed = [...before.values()].flatMap(({ memberId, modifiedAt }) =>
            after.get(memberId)?.modifiedAt.getTime() === modifiedAt.getTime() ? [] : [memberId],
          );
          expect(new Set(changed)).toEqual(updated);
          expect(warnedOf(job)).toEqual(emailUnique ? [0, 0] : sharedAddresses(before, after));
        },
      ),
      { numRuns: propertyRuns(45) },
    );
  }, 120_000);
});

type Addresses = ReadonlyMap<string, { memberId: string; emailAddress: string }>;

/** How many rows the check named for the address of another member, and of an earlier row. */
function warnedOf({ summary }: Job): number[] {
  return ['Another member', 'An earlier row'].map(
    (who) =>
      summary.warnings?.find(({ reason }) => reason === `${who} has this email address.`)?.count ??
      0,
  );
}

/** How many members got an address that another one had before, and that another one got, too. */
function sharedAddresses(before: Addresses, after: Addresses): number[] {
  const addressOf = (member?: { emailAddress: string }) => member?.emailAddress.toLowerCase() ?? '';
  const given = [...after.values()].filter(
    (member) => addressOf(member) !== addressOf(before.get(member.memberId)),
  );
  const had = new Set([...before.values()].map(addressOf));
  const distinct = new Set(given.map(addressOf));
  return [given.filter((each) => had.has(addressOf(each))).length, given.length - distinct.size];
}
