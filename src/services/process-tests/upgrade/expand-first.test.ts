import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listNarrowing } from '#services/platform/database/migration/narrowing.ts';
import { listReleases } from './frozen-release.ts';

const folder = new URL('../../platform/migrations/', import.meta.url);
const last = listReleases().at(-1);

test(`migrations since ${last?.version} only add, so that its processes continue to work`, () => {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql') && name > `${last?.lastMigration}.sql`)
    .sort();
  expect(files.length).toBeGreaterThan(0);
  const sql = files.map((name) => readFileSync(new URL(name, folder), 'utf8'));
  expect(listNarrowing(sql.join('--> statement-breakpoint'))).toEqual([]);
});
