import { sql } from 'drizzle-orm';
import { DAY_SECONDS } from '#services/platform/clock.ts';
import { runInContext } from '#services/platform/context.ts';
import type { Database } from '#services/platform/database/database.ts';
import {
  addDifferences,
  FIGURES,
  type Figure,
  WRITE_FIGURES,
} from '#services/platform/database/figures/figures.ts';
import { one } from '#services/platform/database/one.ts';
import type { Log } from '#services/platform/log.ts';
import { startWorker, type Worker } from './worker.ts';

/** In the embedded database nothing else reads or writes while a step runs. */
const STEP_ROWS = 500;
const STEP_FIGURES = 2_000;
/** Leaves the database to the others. */
const STEP_PAUSE_MS = 200;
/** An arbitrary key for the advisory lock, the same in every process. */
const MEND_LOCK = 4_180_002;

interface Dependencies {
  db: Database;
  log: Log;
}

/** Compares all figures with their rows when it starts and once a day, and corrects those that differ. */
export function startFiguresCheck(dependencies: Dependencies): Worker {
  const { log } = dependencies;
  let steps = checkFigures(dependencies);
  const work = async () => {
    const { done } = await runInContext({ isBackground: true }, () => steps.next());
    // Also after an error.
    if (done) steps = checkFigures(dependencies);
    return !done;
  };
  return startWorker({
    name: 'figures-check',
    intervalMs: DAY_SECONDS * 1000,
    minPauseMs: STEP_PAUSE_MS,
    work,
    log,
  });
}

/** Yields after each step. A failed check begins again. */
export async function* checkFigures({ db, log }: Dependencies): AsyncGenerator<void, void> {
  for (const figure of FIGURES) {
    const first = yield* findDifferences(db, figure);
    if (first.size === 0) continue;
    // Rows that change between two steps look like a difference, but not twice the same one.
    const second = yield* findDifferences(db, figure);
    if (!Array.from(first).some(([key, sums]) => second.get(key) === sums)) continue;
    const mended = await mendFigure(db, figure);
    if (mended > 0) log.error({ table: figure.table, mended }, 'corrected figures');
  }
}

interface Row extends Record<string, unknown> {
  /** The key's columns, as a JSON object. */
  key: string;
  sums: number[];
}

/** @returns what is missing in the figures with each key, as text */
async function* findDifferences(
  db: Database,
  { table, rows, rowId, key, sums }: Figure,
): AsyncGenerator<void, Map<string, string>> {
  const differences = new Map<string, number[]>();
  const add = (found: readonly Row[], sign: 1 | -1) => {
    for (const row of found) {
      const before = differences.get(row.key);
      const after = row.sums.map((sum, index) => (before?.[index] ?? 0) + sign * sum);
      if (after.some((sum) => sum !== 0)) differences.set(row.key, after);
      else differences.delete(row.key);
    }
  };
  const columns =
    sql.raw(`json_build_object(${key.map((name) => `'${name}', ${name}`)})::text as key,
    json_build_array(${sums}) as sums`);
  const select = async (from: ReturnType<typeof sql>) =>
    (await db.execute<Row>(sql`select ${columns} from ${from}`)).rows;

  for (let after = 0; ; ) {
    const batch = await db.execute<{ last: string | null }>(
      sql.raw(`select max(${rowId})::text as last from (
        select ${rowId} from ${rows} where ${rowId} > ${after} order by ${rowId} limit ${STEP_ROWS}) as batch`),
    );
    const { last } = one(batch.rows);
    if (last === null) break;
    add(await select(sql.raw(`expected_${table}(${after}, ${last}) as expected`)), 1);
    after = Number(last);
    yield;
  }
  const order = sql.raw(`order by ${key} limit ${STEP_FIGURES}`);
  const stored = sql.raw(key.map((name) => `stored.${name}`).join());
  const before = sql.raw(key.map((name) => `before.${name}`).join());
  let position: string | undefined;
  do {
    const where = position
      ? sql`where row(${stored}) > (
          select ${before} from json_populate_record(null::${sql.raw(table)}, ${position}::json) as before)`
      : sql``;
    const page = await select(sql`${sql.raw(table)} as stored ${where} ${order}`);
    add(page, -1);
    position = page.length < STEP_FIGURES ? undefined : page.at(-1)?.key;
    yield;
  } while (position !== undefined);
  return new Map(Array.from(differences, ([name, missing]) => [name, missing.join()]));
}

/** @returns how many figures differed from their rows */
export async function mendFigure(db: Database, figure: Figure): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql.raw(WRITE_FIGURES));
    await tx.execute(sql`set local statement_timeout = 0`);
    // Two processes would add the same difference.
    await tx.execute(sql`select pg_advisory_xact_lock(${MEND_LOCK}::int)`);
    return addDifferences({ query: (text) => tx.execute(sql.raw(text)) }, figure);
  });
}
