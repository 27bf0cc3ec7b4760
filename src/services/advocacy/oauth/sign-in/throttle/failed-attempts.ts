import { and, eq, gt, lt, lte, or, sql } from 'drizzle-orm';
import { addSeconds, type Clock } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import { failedAttempts } from './failed-attempts-table.ts';

/** How long wrong attempts count, from the first of them, where nothing else is said. */
const WINDOW_SECONDS = 900;

interface Window {
  count: number;
  endsAt: Date;
}

/**
 * Counts wrong attempts. Many may be under way at once: each is counted and judged in one statement,
 * so that the outcome is that of some order of one after the other.
 */
export interface FailedAttempts {
  /** The open window of the key, if any. */
  find(key: string): Promise<Window | undefined>;
  /** Counts an attempt, wrong or about to be checked, and answers the window with it in. */
  add(key: string, windowSeconds?: number): Promise<Window>;
  /** Takes back one that was counted before it turned out right. */
  removeOne(key: string): Promise<void>;
  /** Forgets all attempts. */
  reset(key: string): Promise<void>;
  /**
   * Forgets the wrong attempts after a right one.
   * @returns false when there were `limit` of them already: the right one came too late.
   */
  clear(key: string, limit: number): Promise<boolean>;
}

/** Counts in the database, so for all processes together. */
export function createFailedAttempts(db: Queries, clock: Clock): FailedAttempts {
  const { key: keyColumn, count, windowEndsAt } = failedAttempts;

  async function find(key: string): Promise<Window | undefined> {
    const [row] = await db
      .select({ count, endsAt: windowEndsAt })
      .from(failedAttempts)
      .where(and(eq(keyColumn, digest(key)), gt(windowEndsAt, clock.now())));
    return row;
  }

  return {
    find,
    async add(key, windowSeconds = WINDOW_SECONDS) {
      const now = clock.now();
      const isOver = sql`${windowEndsAt} <= ${now.toISOString()}`;
      const [row] = await db
        .insert(failedAttempts)
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
        .returning({ count, endsAt: windowEndsAt });
      return row as Window;
    },
    async removeOne(key) {
      await db
        .update(failedAttempts)
        .set({ count: sql`${count} - 1` })
        .where(and(eq(keyColumn, digest(key)), gt(count, 0)));
    },
    async reset(key) {
      await db.delete(failedAttempts).where(eq(keyColumn, digest(key)));
    },
    async clear(key, limit) {
      await db
        .delete(failedAttempts)
        .where(
          and(eq(keyColumn, digest(key)), or(lt(count, limit), lte(windowEndsAt, clock.now()))),
        );
      const window = await find(key);
      return window === undefined || window.count < limit;
    },
  };
}
