import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Member } from '#contract/loyalty/members/member.ts';
import {
  createLoyaltyClient,
  type LoyaltyClient,
} from '#services/gateway/loyalty/loyalty-client.ts';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { startDirectory, type TestDirectory } from '#services/gateway/testing/start-directory.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import { expectFigures } from '#services/platform/database/testing/expect-figures.ts';
import { LeaseLostError } from '#services/platform/jobs/claims.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { type DirectoryClaim, savePage } from './crawl/crawl-claim.ts';
import { directoryMembers } from './directory-members-table.ts';
import { directoryStates } from './directory-states-table.ts';
import { removeMembers } from './remove-members.ts';
import { writeMembers } from './write-members.ts';

const [ADA, BOB] = ['ada', 'bob'].map((name) => ({
  id: `S-${name}`,
  member_id: name,
  member_status: 'active',
  first_name: name,
})) as [Member, Member];

describeBothStorages('a member in the directory', (storage) => {
  afterEach(() => expectFigures(storage.db));
  let program: TestProgram;
  let directory: TestDirectory;
  beforeAll(async () => {
    directory = await startDirectory(storage.storage);
  });
  beforeEach(async () => {
    program = await startProgram([ADA, BOB]);
    await deleteLoyaltyConnection(storage.db, 1);
    await directory.connect(1, program.url);
    await directory.update();
    return () => program.close();
  });
  afterAll(() => directory?.close());

  test('keeps its old row if the database cannot store the new one', async () => {
    const tooLong = randomBytes(20_000).toString('base64');
    program.members.set(ADA.id, { ...ADA, first_name: 'Augusta', member_tags: [tooLong] });
    program.members.set('S-long', { ...ADA, id: 'S-long', member_id: tooLong });
    program.members.set('S-eve', { ...ADA, id: 'S-eve', member_id: 'eve', first_name: 'Eve' });
    directory.clock.advance(DAY_SECONDS);
    await directory.update();
    const { data } = await directory.list();
    expect(data.map(({ first_name }) => first_name)).toEqual(['ada', 'bob', 'Eve']);
    expect(await directory.facets()).toMatchObject({ tags: [] });
    const [state] = await storage.db.select().from(directoryStates);
    expect(state).toMatchObject({ crawlStartedAt: null, lastError: null });
  });

  /** The versions of the members' rows, with the transactions that locked them. */
  const listVersions = async () =>
    (
      await storage.db.execute<{ service_id: string; version: string }>(sql`
        select service_id, concat(ctid, ' ', xmin, ' ', xmax) as version
        from directory_members order by service_id`)
    ).rows;

  test('is not written by a crawl that finds it unchanged', async () => {
    const [ada, bob] = await listVersions();
    program.members.set(BOB.id, { ...BOB, first_name: 'Robert' });
    directory.clock.advance(DAY_SECONDS);
    program.requests.length = 0;
    await directory.update();
    const [adaLater, bobLater] = await listVersions();
    expect(adaLater).toEqual(ada);
    expect(bobLater).not.toEqual(bob);
    // Nor is it requested as one that the crawl has not seen.
    expect(program.requests.filter((request) => request.includes('S-'))).toEqual([]);
    const [state] = await storage.db.select().from(directoryStates);
    expect(state).toMatchObject({ crawlStartedAt: null, completeAt: directory.clock.now() });
  });

  test('is written if another version stored it differently', async () => {
    await storage.db.update(directoryMembers).set({ nameKey: '' });
    directory.clock.advance(DAY_SECONDS);
    await directory.update();
    const keys = await storage.db
      .select({ nameKey: directoryMembers.nameKey })
      .from(directoryMembers);
    expect(keys.map(({ nameKey }) => nameKey).sort()).toEqual(['ada', 'bob']);
  });

  test('does not get older than a crawl found it', async () => {
    const readAt = directory.clock.now();
    directory.clock.advance(DAY_SECONDS);
    await directory.update();
    await storage.db.transaction(async (tx) => {
      const members = [{ ...ADA, first_name: 'Augusta' }];
      await writeMembers(tx, 1, [{ members, readAt }], silentLog);
      await removeMembers(tx, 1, [{ serviceId: BOB.id, removedAt: readAt }]);
    });
    const { data } = await directory.list();
    expect(data.map(({ first_name }) => first_name)).toEqual(['ada', 'bob']);
  });

  test('is written with at most 99 others in a transaction, and once', async () => {
    for (let index = 0; index < 700; index += 1) {
      const id = `S-${index}`;
      program.members.set(id, { ...ADA, id, member_id: id });
    }
    directory.clock.advance(DAY_SECONDS);
    await directory.update();
    const { rows } = await storage.db.execute<{ members: number }>(sql`
      select count(*)::int as members from directory_members group by xmin`);
    const sizes = rows.map((row) => row.members);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(702);
    expect((await directory.facets()).statuses).toContainEqual({ value: 'active', count: 702 });
  });

  test('is not written by a process whose lease ended', async () => {
    const [state] = await storage.db.select().from(directoryStates);
    const claim = { ...state, nextAttemptAt: addSeconds(directory.clock.now(), -1) };
    const members = Array.from({ length: 300 }, (_, index) => ({ ...ADA, id: `S-${index}` }));
    const page = {
      members,
      withoutId: 0,
      readAt: directory.clock.now(),
      total: 300,
      next: undefined,
      stopReason: undefined,
    };
    const { dependencies } = directory;
    const client = (await createLoyaltyClient(dependencies, 1)) as LoyaltyClient;
    await expect(
      savePage({ ...dependencies, client }, claim as DirectoryClaim, page, { isSighting: true }),
    ).rejects.toThrow(LeaseLostError);
    expect(await directory.list()).toMatchObject({ total: 2 });
  });

  test('may have a long name of characters outside the basic plane', async () => {
    program.members.set(ADA.id, { ...ADA, first_name: '😀'.repeat(99), last_name: '😀' });
    directory.clock.advance(DAY_SECONDS);
    await directory.update();
    expect(await directory.listIds()).toEqual(['bob', 'ada']);
    const { data } = await directory.list();
    expect(data[1]?.first_name).toBe('😀'.repeat(99));
  });

  test('was enrolled on a day in UTC, whatever the time zone of the database', async () => {
    const members = [{ ...ADA, enrollment_date: '03/01/2026' }];
    await storage.db.transaction(async (tx) => {
      await tx.execute(sql`set local time zone 'Asia/Tokyo'`);
      const read = { members, readAt: directory.clock.now() };
      await writeMembers(tx, 1, [read], silentLog);
    });
    const [row] = await storage.db
      .select({ enrolledAt: directoryMembers.enrolledAt })
      .from(directoryMembers)
      .where(eq(directoryMembers.serviceId, ADA.id));
    expect(row?.enrolledAt).toEqual(new Date('2026-03-01T00:00:00Z'));
  });
});
