import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { listMigrations, migrateEmbedded } from '#services/platform/database/migration/migrate.ts';
import { fsyncPath } from './synced-filesystem.ts';

const MODULES = fileURLToPath(new URL('../../../../../node_modules/', import.meta.url));

/** A path with a digest of the packages and migrations that the template was created by. */
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
  const unfinished = `${database}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  if (!(await createTemplateOnce())) return;
  try {
    await cp(templatePath(), unfinished, { recursive: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    // Created by another user, before it was readable by all.
    await rm(unfinished, { recursive: true, force: true });
    return;
  }
  for (const path of await readdir(unfinished, { recursive: true })) {
    fsyncPath(join(unfinished, path));
  }
  fsyncPath(unfinished);
  await rename(unfinished, database);
}

/** Whether a new database can be copied; otherwise it is created, which takes more time and memory. */
export function hasTemplate(): boolean {
  return existsSync(templatePath());
}

/** @returns false if there is no template and none can be written */
export async function createTemplateOnce(): Promise<boolean> {
  return hasTemplate() || (await createTemplate(templatePath()));
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
    await makeReadable(unfinished);
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

/** Patron may be started by another user than the one who installed it; the template has no secrets. */
async function makeReadable(template: string): Promise<void> {
  await chmod(template, 0o755);
  for (const entry of await readdir(template, { recursive: true, withFileTypes: true })) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
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
