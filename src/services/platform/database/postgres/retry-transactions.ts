import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#services/platform/database/database.ts';

/** 40P01: deadlock; 40001: a row that a repeatable read needs was changed. */
const CONFLICTS = new Set(['40P01', '40001']);
/** Repeated immediately, it could take its first lock again before the other transaction wakes up. */
const WAIT_MIN_MS = 50;
const MAX_ATTEMPTS = 6;

/**
 * Makes a database repeat a transaction, at most five times, that PostgreSQL rolled back because of another one.
 * What a transaction changes outside of the database must therefore not depend on whether it is repeated.
 */
export function retryTransactions(db: Database): void {
  const transaction = db.transaction.bind(db);
  db.transaction = async (work, config) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await transaction(work, config);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isConflict(error)) throw error;
        await sleep(WAIT_MIN_MS * attempt * (1 + Math.random()));
      }
    }
  };
}

function isConflict(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (CONFLICTS.has((cause as { code?: string }).code ?? '')) return true;
  }
  return false;
}
