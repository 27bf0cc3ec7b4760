import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { listMigrations, migrateEmbedded } from '#services/platform/database/migration/migrate.ts';
import { fsyncPath } from './synced-filesystem.ts';

const MODULES = fileURLToPath(new URL('../../../../../node_modules/', import.meta.url));

/** Of the packages and migrations that it was created by. */
function templatePath(): string {
  const pglite = join(MODULES, '@electric-sql/pglite/package.json');
  const { version } = JSON.parse(readFileSync(pglite, 'utf8')) as { version: string };
  const key = createHash('sha256')
    .update([version, ...listMigrations()].join())
    .digest('hex');
  return join(MODULES, '.cache', `database-${key.slice(0, 16)}`);
}

/**
 * Creates an empty, migrated database as a copy of one in the cache of the installation, because PostgreSQL takes
 * several seconds to create one. After an interruption there is none, nor if the cache can't be written.
 */
export async function copyTemplate(database: string): Promise<void> {
  const template = templatePath();
  const unfinished = `${database}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  if (!existsSync(template) && !(await createTemplate(template))) return;
  await cp(template, unfinished, { recursive: true });
  for (const path of await readdir(unfinished, { recursive: true })) {
    fsyncPath(join(unfinished, path));
  }
  fsyncPath(unfinished);
  await rename(unfinished, database);
}

/** @returns false if the cache can't be written */
async function createTemplate(template: string): Promise<boolean> {
  const unfinished = `${template}.${randomBytes(4).toString('hex')}`;
  try {
    await mkdir(unfinished, { recursive: true });
  } catch {
    return false;
  }
  try {
    const client = new PGlite(unfinished);
    await migrateEmbedded(client);
    await client.close();
    // Another process may have been faster.
    await rename(unfinished, template).catch((error: unknown) => {
      if (!existsSync(template)) throw error;
    });
    await removeOthers(template);
    return true;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Removes the templates of other versions. */
async function removeOthers(template: string): Promise<void> {
  const cache = dirname(template);
  for (const name of await readdir(cache)) {
    if (!/^database-[0-9a-f]{16}$/.test(name) || name === basename(template)) continue;
    await rm(join(cache, name), { recursive: true, force: true });
  }
}
