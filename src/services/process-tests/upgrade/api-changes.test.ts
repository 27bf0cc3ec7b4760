import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createApiDocuments } from '#services/testing/api-documents.ts';
import { type ApiDocument, listBreakingChanges } from '#services/testing/breaking-changes.ts';
import { listReleases } from './frozen-release.ts';

const root = new URL('../../../../', import.meta.url);
const documents = [...createApiDocuments()];
const changelog = readFileSync(new URL('CHANGELOG.md', root), 'utf8');
const last = listReleases().at(-1);

describe(`the APIs since ${last?.version}`, () => {
  test.each(documents)('break nothing that the changelog does not name: %s', (name, text) => {
    const file = new URL(`releases/${last?.version}/${name}.openapi.json`, root);
    const before = JSON.parse(readFileSync(file, 'utf8')) as ApiDocument;
    const [recent = ''] = changelog.split(`\n## ${last?.version}`);
    const unnamed = listBreakingChanges(before, JSON.parse(text)).filter(
      (change) => !recent.includes(`\`${change}\``),
    );
    expect(unnamed).toEqual([]);
  });
});
