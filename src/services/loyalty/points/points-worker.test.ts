import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { members } from '#services/loyalty/members/members-table.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { readTotals } from '#services/loyalty/testing/ledger-totals.ts';
import {
  addActivity,
  addMembers,
  addTiers,
  createProgram,
} from '#services/loyalty/testing/program.ts';
import { tierPeriodEnd } from '#services/loyalty/tiers/tier-period.ts';
import type { Worker } from '#services/platform/jobs/worker.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { createKeyring, type Keyring } from '#services/platform/secrets/keyring.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { earnActivity } from './earn-activity.ts';
import { pointTransactions } from './point-transactions-table.ts';
import { startPointsWorker } from './points-worker.ts';

const DAY = 86_400;
const MEMBERS = 130;

describeBothStorages('the points worker', (storage) => {
  const clock = createTestClock(new Date('2026-03-18T12:00:00Z'));
  let keyring: Keyring;
  let program: Program;
  let rows: (typeof members.$inferSelect)[];
  let workers: Worker[] = [];

  beforeAll(async () => {
    keyring = await createKeyring();
  });
  beforeEach(async () => {
    ({ program } = await createProgram(storage.db, {
      pointsExpireAfterDays: 30,
      tierPeriodMonths: 12,
    }));
    const [bronze] = await addTiers(storage.db, program.id, { Bronze: 0, Silver: 10 });
    await addActivity(storage.db, program.id, { activityId: 'ten' });
    const now = clock.now();
    const periodStart = {
      memberId: 'M-0',
      tierId: bronze?.id ?? null,
      tierPeriodStart: now,
      tierPeriodEnd: tierPeriodEnd(program, now),
    };
    const [first] = await addMembers(storage.db, program.id, [periodStart]);
    const doing = { memberId: 'M-0', activityId: 'ten', quantity: 1 };
    await storage.db.transaction((tx) => earnActivity(tx, program, doing, now));
    rows = await copyMember(first?.id as number);
  });

  /** Copies a member's state to more members. @returns all of them */
  async function copyMember(id: number) {
    const [earner] = await storage.db.select().from(members).where(eq(members.id, id));
    const lots = await storage.db
      .select()
      .from(pointTransactions)
      .where(eq(pointTransactions.memberId, id));
    if (!earner) throw new Error('There is no such member');
    const { id: _id, serviceId: _serviceId, referralCode: _code, ...same } = earner;
    const names = Array.from({ length: MEMBERS - 1 }, (_, n) => `M-${n + 1}`);
    const copies = await addMembers(
      storage.db,
      program.id,
      names.map((memberId) => ({ ...same, memberId })),
    );
    await storage.db
      .insert(pointTransactions)
      .values(
        copies.flatMap((copy) => lots.map(({ id: _, ...lot }) => ({ ...lot, memberId: copy.id }))),
      );
    return [earner, ...copies];
  }

  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    workers = [];
  });

  const start = () => {
    const encryption = createEncryption(keyring);
    const dependencies = { db: storage.db, clock, log: silentLog, keyring, encryption };
    workers.push(startPointsWorker(dependencies));
  };
  const read = () => storage.db.select().from(members).where(eq(members.programId, program.id));
  const until = (check: (row: typeof members.$inferSelect) => boolean) =>
    vi.waitFor(async () => expect((await read()).filter((row) => !check(row))).toEqual([]), {
      timeout: 20_000,
      interval: 50,
    });

  test('expires points and ends periods when they are due, and not before', async () => {
    clock.advance(30 * DAY - 1);
    start();
    await workers[0]?.stop();
    expect(new Set((await read()).map(({ availablePoints }) => availablePoints))).toEqual(
      new Set([10]),
    );
    clock.advance(1);
    start();
    await until(({ availablePoints, pointsExpired }) => availablePoints + pointsExpired === 10);
    await until(({ pointsExpired }) => pointsExpired === 10);
    const silver = (await read())[0]?.tierId;
    clock.advance(336 * DAY);
    workers[1]?.wake();
    await until(({ qualifiedPoints }) => qualifiedPoints === 0);
    await until(({ tierId }) => tierId === silver);
    clock.advance(366 * DAY);
    workers[1]?.wake();
    await until(({ tierId }) => tierId !== silver);
  }, 60_000);

  test('can run in several processes without expiring anything twice', async () => {
    clock.advance(31 * DAY);
    for (let n = 0; n < 3; n += 1) start();
    await until(({ pointsExpired }) => pointsExpired === 10);
    for (const { id } of rows.slice(0, 20)) {
      const { shown, summed } = await readTotals(storage.db, id);
      expect(shown).toEqual(summed);
      expect(shown.available).toBe(0);
    }
  }, 60_000);
});
