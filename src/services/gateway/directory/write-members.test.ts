import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Member } from '#contract/loyalty/members/member.ts';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { startDirectory, type TestDirectory } from '#services/gateway/testing/start-directory.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { DAY_SECONDS } from '#services/platform/clock.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { directoryMembers } from './directory-members-table.ts';
import { directoryStates } from './directory-states-table.ts';
import { writeMembers } from './write-members.ts';

const [ADA, BOB] = ['ada', 'bob'].map((name) => ({
  id: `S-${name}`,
  member_id: name,
  member_status: 'active',
  first_name: name,
})) as [Member, Member];

describeBothStorages('a member in the directory', (storage) => {
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
      await writeMembers(tx, 1, [read], { touch: false, log: silentLog });
    });
    const [row] = await storage.db
      .select({ enrolledAt: directoryMembers.enrolledAt })
      .from(directoryMembers)
      .where(eq(directoryMembers.serviceId, ADA.id));
    expect(row?.enrolledAt).toEqual(new Date('2026-03-01T00:00:00Z'));
  });
});
