import { and, eq, gt, lt, lte, or, sql } from 'drizzle-orm';
import { addSeconds, type Clock } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import { attemptCounters } from './attempt-counters-table.ts';

/** Default length of a window. */
const WINDOW_SECONDS = 900;

interface AttemptWindow {
  count: number;
  endsAt: Date;
}

/**
 * Counts events by key, such as wrong passwords or sent codes, in windows that start with the first one.
 * Each operation is a single statement, so that parallel attempts have the same outcome as successive ones. A window that starts
 * in the future, because the clock was set back, is over: nobody waits longer than a window.
 */
export interface AttemptCounters {
  /** The current window of the key, if any. */
  find(key: string, windowSeconds?: number): Promise<AttemptWindow | undefined>;
  /** Counts an event, or an attempt that is about to be verified. */
  add(key: string, windowSeconds?: number): Promise<AttemptWindow>;
  /** Uncounts an attempt that succeeded. */
  removeOne(key: string): Promise<void>;
  reset(key: string): Promise<void>;
  /**
   * Resets the key after a success, unless the limit is reached.
   * @returns false when it is: the success came too late
   */
  resetBelow(key: string, limit: number): Promise<boolean>;
}

/** Stores the counts in the database, shared by all processes. */
export function createAttemptCounters(db: Queries, clock: Clock): AttemptCounters {
  const { key: keyColumn, count, windowEndsAt } = attemptCounters;

  async function find(
    key: string,
    windowSeconds = WINDOW_SECONDS,
  ): Promise<AttemptWindow | undefined> {
    const now = clock.now();
    const [row] = await db
      .select({ count, endsAt: windowEndsAt })
      .from(attemptCounters)
      .where(
        and(
          eq(keyColumn, digest(key)),
          gt(windowEndsAt, now),
          lte(windowEndsAt, addSeconds(now, windowSeconds)),
        ),
      );
    return row;
  }

  return {
    find,
    async add(key, windowSeconds = WINDOW_SECONDS) {
      const now = clock.now();
      const isOver = sql`(${windowEndsAt} <= ${now.toISOString()} or ${windowEndsAt} > excluded.window_ends_at)`;
      return one(
        await db
          .insert(attemptCounters)
          .values({
            key: digest(key),
            count: 1,
            windowEndsAt: addSeconds(now, windowSeconds),
          })
          .onConflictDoUpdate({
            target: keyColumn,
            set: {
              count: sql`case when ${isOver} then 1 else ${count} + 1 end`,
              windowEndsAt: sql`case when ${isOver} then excluded.window_ends_at else ${windowEndsAt} end`,
            },
          })
          .returning({ count, endsAt: windowEndsAt }),
      );
    },
    async removeOne(key) {
      await db
        .update(attemptCounters)
        .set({ count: sql`${count} - 1` })
        .where(and(eq(keyColumn, digest(key)), gt(count, 0)));
    },
    async reset(key) {
      await db.delete(attemptCounters).where(eq(keyColumn, digest(key)));
    },
    async resetBelow(key, limit) {
      const now = clock.now();
      const isOver = or(lte(windowEndsAt, now), gt(windowEndsAt, addSeconds(now, WINDOW_SECONDS)));
      await db
        .delete(attemptCounters)
        .where(and(eq(keyColumn, digest(key)), or(lt(count, limit), isOver)));
      const window = await find(key);
      return window === undefined || window.count < limit;
    },
  };
}
