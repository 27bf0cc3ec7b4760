import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { OperatorError } from '#services/platform/operator-error.ts';
import { tryParseJson } from '#services/platform/try-parse-json.ts';

const manifestSchema = z.object({
  format: z.literal(1),
  /** Of Patron. */
  version: z.string(),
  created_at: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** In the order in which their rows follow each other in the file. */
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
      rows: z.int(),
      checksum: z.string(),
    }),
  ),
  /** With the value that each returns next. */
  sequences: z.array(z.tuple([z.string(), z.string()])),
});

/** Description of a backup, in backup.json. */
export type Manifest = z.output<typeof manifestSchema>;

/** The files of a backup; the manifest is written last. */
export const backupFiles = (folder: string) => ({
  manifest: join(folder, 'backup.json'),
  rows: join(folder, 'database.jsonl.gz'),
  keys: join(folder, 'keys.json'),
  erasures: join(folder, 'erasures.jsonl'),
});

/** @throws {OperatorError} if the folder has no complete backup */
export function readManifest(folder: string): Manifest {
  const { manifest, rows, keys } = backupFiles(folder);
  const missing = [manifest, rows, keys].find((file) => !existsSync(file));
  if (missing !== undefined) {
    throw new OperatorError(`There is no complete backup in ${resolve(folder)}: no ${missing}`);
  }
  const { data } = manifestSchema.safeParse(tryParseJson(readFileSync(manifest, 'utf8')));
  if (data) return data;
  throw new OperatorError(
    `${manifest} can't be read; it is damaged, or of a later version of Patron`,
  );
}
