import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { currentContext, runInContext } from '#services/platform/context.ts';
import type { Database } from '#services/platform/database/database.ts';
import type { Log } from '#services/platform/log.ts';
import { startWorker, type Worker } from './worker.ts';

const INTERVAL_MS = 10_000;
/** Vacuuming or analyzing a table of this size, with its indexes, takes some milliseconds. */
const SMALL_BYTES = 1024 * 1024;
/** A larger table waits for a moment without requests, of this length. */
const QUIET_MS = 5_000;
/** How many rows have to be dead or changed, as in autovacuum: this many, and this share of the table. */
const DUE = { rows: 50, share: 0.2 };
/** How many rows have to be inserted: a vacuum also sorts what is pending into the indexes. */
const INSERTS_DUE = 1_000;
/** A larger table with such a share of them doesn't wait for a quiet moment. */
const OVERDUE_SHARE = 1;

/**
 * Vacuums one table with many dead or new rows, or analyzes one with many changed rows. PostgreSQL has a
 * separate process for this, autovacuum; the embedded database is a single process.
 * @param isQuiet whether nobody would wait for a large table
 * @returns the name of the table, or undefined if there is none
 */
export function vacuumEmbedded(db: Database, isQuiet: boolean): Promise<string | undefined> {
  return runInContext({ isBackground: true }, () => vacuumTable(db, isQuiet));
}

async function vacuumTable(db: Database, isQuiet: boolean): Promise<string | undefined> {
  // Changes are counted with a delay otherwise.
  await db.execute(sql`select pg_stat_force_next_flush()`);
  const limit = (share: number) => sql`${DUE.rows}::int + ${share}::float * n_live_tup`;
  const changed = sql`greatest(n_dead_tup, n_mod_since_analyze)`;
  const { rows } = await db.execute<{ name: string; needsVacuum: boolean }>(sql`
    select quote_ident(relname) as name,
      n_dead_tup > ${limit(DUE.share)}
        or n_ins_since_vacuum > ${INSERTS_DUE}::int + ${DUE.share}::float * n_live_tup
        as "needsVacuum"
    from pg_stat_user_tables
    where schemaname = 'public' and ${changed} > ${limit(DUE.share)}
      and (${isQuiet}::boolean or ${changed} > ${limit(OVERDUE_SHARE)}
        or pg_total_relation_size(relid) < ${SMALL_BYTES}::int)
    order by pg_total_relation_size(relid)
    limit 1`);
  const [table] = rows;
  if (!table) return undefined;
  await db.execute(sql.raw(`${table.needsVacuum ? 'vacuum' : 'analyze'} ${table.name}`));
  return table.name;
}

/**
 * Call it before the server listens.
 * @returns a function that starts to vacuum the embedded database in the background
 */
export function prepareVacuum(
  server: FastifyInstance,
  { db, log }: { db: Database; log: Log },
): () => Worker {
  const readQuietMs = watchRequests(server);
  let isStarting = true;
  const work = async () => {
    if (isStarting) {
      isStarting = false;
      return false;
    }
    const startedAt = performance.now();
    const table = await vacuumEmbedded(db, readQuietMs() > QUIET_MS);
    if (table === undefined) return false;
    log.debug({ table, ms: Math.round(performance.now() - startedAt) }, 'vacuumed');
    return true;
  };
  return () => startWorker({ name: 'vacuum', intervalMs: INTERVAL_MS, work, log });
}

/** @returns how many milliseconds ago the last request began for which somebody waits */
function watchRequests(server: FastifyInstance): () => number {
  let lastRequestAt = Number.NEGATIVE_INFINITY;
  // After authentication, which finds out whether it is background work.
  server.addHook('preHandler', async () => {
    if (!currentContext().isBackground) lastRequestAt = performance.now();
  });
  return () => performance.now() - lastRequestAt;
}
