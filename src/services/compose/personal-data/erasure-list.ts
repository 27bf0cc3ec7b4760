import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Clock } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { erasures } from '#services/platform/personal-data/erasures-table.ts';
import { tryParseJson } from '#services/platform/try-parse-json.ts';

export const erasureListPath = (directory: string) => join(directory, 'erasures.jsonl');

const entrySchema = z.looseObject({
  receipt: z.string(),
  requested_at: z.string(),
  digests: z.array(z.string()),
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
  { db, clock }: { db: Database; clock: Clock },
  directory: string,
): Promise<void> {
  const listed = new Map(
    readList(erasureListPath(directory)).map((entry) => [entry.receipt, entry]),
  );
  const rows = await db
    .select({
      receipt: erasures.receipt,
      digests: erasures.digests,
      requestedAt: erasures.requestedAt,
      erasedAt: erasures.erasedAt,
    })
    .from(erasures);
  const known = new Set(rows.map(({ receipt }) => receipt));
  for (const { receipt, digests, requestedAt, erasedAt } of rows) {
    if (erasedAt === null || listed.has(receipt)) continue;
    addToErasureList(directory, { receipt, requested_at: requestedAt.toISOString(), digests });
  }
  for (const { receipt, requested_at: requestedAt, digests } of listed.values()) {
    if (known.has(receipt)) continue;
    await db
      .insert(erasures)
      .values({
        receipt,
        digests,
        requestedAt: new Date(requestedAt),
        nextAttemptAt: clock.now(),
      })
      .onConflictDoNothing();
  }
}
