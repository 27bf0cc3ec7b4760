import { sql } from 'drizzle-orm';
import type { GatewayDependencies, TeamUser } from '#services/gateway/dependencies.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { errorResponse } from '#services/platform/json-api/errors.ts';

/** Reads of lists at a time, in one process. PostgreSQL's pool has more connections than a team can take. */
const USER_READS = 4;
const TEAM_READS = 8;
/** More requests of a team don't wait. */
const WAITING_MAX = 100;
const RETRY_SECONDS = 5;

interface Waiting {
  userId: string;
  start: () => void;
}

interface TeamReads {
  byUser: Map<string, number>;
  running: number;
  waiting: Waiting[];
}

export interface ListReads {
  /**
   * Reads from the database within limits of number and time: further reads wait in the team's own queue.
   * @throws {JsonApiError} 503 if it takes too long, or if too many wait
   */
  read<Result>(owner: TeamUser, read: (db: Queries) => Promise<Result>): Promise<Result>;
}

type Dependencies = Pick<GatewayDependencies, 'db' | 'databaseKind' | 'limits'>;

export function createListReads({ db, databaseKind, limits }: Dependencies): ListReads {
  const limitMs = limits.listReadMs;
  const teams = new Map<number, TeamReads>();

  function startNext(teamId: number, team: TeamReads): void {
    const next = team.waiting.findIndex(
      ({ userId }) => team.running < TEAM_READS && (team.byUser.get(userId) ?? 0) < USER_READS,
    );
    const [waiting] = next < 0 ? [] : team.waiting.splice(next, 1);
    if (waiting) {
      team.running += 1;
      team.byUser.set(waiting.userId, (team.byUser.get(waiting.userId) ?? 0) + 1);
      waiting.start();
    } else if (team.running === 0) teams.delete(teamId);
  }

  /** @returns a function that ends the reservation */
  async function reserve({ teamId, user }: TeamUser): Promise<() => void> {
    const team: TeamReads = teams.get(teamId) ?? { byUser: new Map(), running: 0, waiting: [] };
    teams.set(teamId, team);
    if (team.waiting.length >= WAITING_MAX) throw overloaded('Too many lists are being read.');
    await new Promise<void>((resolve) => {
      team.waiting.push({ userId: user.id, start: resolve });
      startNext(teamId, team);
    });
    return () => {
      team.running -= 1;
      const rest = (team.byUser.get(user.id) ?? 1) - 1;
      if (rest === 0) team.byUser.delete(user.id);
      else team.byUser.set(user.id, rest);
      startNext(teamId, team);
    };
  }

  return {
    async read(owner, read) {
      const free = await reserve(owner);
      // The embedded database has no limit for statements, and others come first between two of them.
      const reading = databaseKind === 'embedded' ? read(db) : readLimited(db, read, limitMs);
      // Reserved until the last statement has ended, even if nobody waits for it.
      void reading.then(free, free);
      return withinLimit(reading, limitMs);
    },
  };
}

function readLimited<Result>(
  db: Database,
  read: (db: Queries) => Promise<Result>,
  limitMs: number,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('statement_timeout', ${String(limitMs)}, true)`);
    return read(tx);
  });
}

async function withinLimit<Result>(reading: Promise<Result>, limitMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooSlow()), limitMs);
  });
  try {
    return await Promise.race([reading, limit]);
  } catch (error) {
    throw isStatementTimeout(error) ? tooSlow(error) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** 57014: statement timeout. */
function isStatementTimeout(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ((cause as { code?: string }).code === '57014') return true;
  }
  return false;
}

const overloaded = (detail: string, cause?: unknown) =>
  errorResponse(503, { detail, cause, headers: { 'retry-after': String(RETRY_SECONDS) } });

const tooSlow = (cause?: unknown) =>
  overloaded('Reading this list took too long. Use fewer filters, or try again later.', cause);
