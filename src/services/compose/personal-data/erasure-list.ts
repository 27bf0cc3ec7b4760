import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Clock } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import type { Log } from '#services/platform/log.ts';
import { erasures } from '#services/platform/personal-data/erasures-table.ts';
import { tryParseJson } from '#services/platform/try-parse-json.ts';

export const erasureListPath = (directory: string) => join(directory, 'erasures.jsonl');

const entrySchema = z.looseObject({
  receipt: z.string(),
  requested_at: z.string(),
  digests: z.array(z.string()),
  /** Keyed; missing in the lists of earlier versions. */
  member_digests: z._default(z.array(z.string()), []),
});
type Entry = z.output<typeof entrySchema>;

/** Adds a receipt to the list in the data directory, which a backup of the database doesn't have. */
export function addToErasureList(directory: string, entry: Entry): void {
  appendFileSync(erasureListPath(directory), `${JSON.stringify(entry)}\n`, { mode: 0o600 });
}

/** Adds what only another list has, such as that of a backup, to the one in the data directory. */
export function mergeErasureLists(file: string, directory: string): void {
  const listed = new Set(readList(erasureListPath(directory)).map(({ receipt }) => receipt));
  for (const entry of readList(file)) {
    if (!listed.has(entry.receipt)) addToErasureList(directory, entry);
  }
}

/** Whether the list in the data directory is missing, or has not all that another one has. */
export function isListOlder(directory: string, file: string): boolean {
  const own = erasureListPath(directory);
  const listed = new Set(readList(own).map(({ receipt }) => receipt));
  return !existsSync(own) || readList(file).some(({ receipt }) => !listed.has(receipt));
}

/** The entries of the list in the data directory that a database doesn't have: it would erase them again. */
export async function listUnapplied(db: Database, directory: string): Promise<Entry[]> {
  const rows = await db.select({ receipt: erasures.receipt }).from(erasures);
  const known = new Set(rows.map(({ receipt }) => receipt));
  return readList(erasureListPath(directory)).filter(({ receipt }) => !known.has(receipt));
}

function readList(file: string): Entry[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => entrySchema.safeParse(tryParseJson(line)).data ?? []);
}

/**
 * Erases again what an older backup has brought back: queues the receipts of the list that the database
 * doesn't have, and adds those that only the database has to the list.
 */
export async function applyErasureList(
  { db, clock, log }: { db: Database; clock: Clock; log: Log },
  directory: string,
): Promise<void> {
  const listed = new Map(
    readList(erasureListPath(directory)).map((entry) => [entry.receipt, entry]),
  );
  const rows = await db
    .select({
      receipt: erasures.receipt,
      digests: erasures.digests,
      memberDigests: erasures.memberDigests,
      requestedAt: erasures.requestedAt,
      erasedAt: erasures.erasedAt,
    })
    .from(erasures);
  const unlisted = rows.filter((row) => row.erasedAt !== null && !listed.has(row.receipt));
  if (unlisted.length > 0) {
    log.warn(
      { missing: unlisted.length },
      'erasures.jsonl is older than the database: if a backup was restored, stop, copy the newest list into PATRON_DATA_DIR and start again, or members erased since the backup stay',
    );
  }
  for (const { receipt, digests, memberDigests, requestedAt } of unlisted) {
    addToErasureList(directory, {
      ...{ receipt, digests, member_digests: memberDigests },
      requested_at: requestedAt.toISOString(),
    });
  }
  for (const entry of await listUnapplied(db, directory)) {
    const { receipt, requested_at: requestedAt, digests, member_digests: memberDigests } = entry;
    await db
      .insert(erasures)
      .values({
        receipt,
        digests,
        memberDigests,
        requestedAt: new Date(requestedAt),
        nextAttemptAt: clock.now(),
      })
      .onConflictDoNothing();
  }
}
