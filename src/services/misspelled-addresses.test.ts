import { describe, expect, onTestFinished, test } from 'vitest';
import { LOYALTY_NOT_FOUND } from '#contract/loyalty/errors.ts';
import { startPatron } from '#services/patron.ts';
import { readEnvironment } from '#services/platform/environment.ts';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { migratedDirectory } from '#services/platform/testing/migrated-directory.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { createApiDocuments } from '#services/testing/api-documents.ts';

interface ApiDocument {
  servers: [{ url: string }];
  paths: Record<string, Record<string, unknown>>;
}

interface Address {
  /** With 1 for each parameter. */
  path: string;
  methods: string[];
  /** Matches the path with any ids. */
  pattern: RegExp;
}

function listAddresses(text: string): Address[] {
  const { servers, paths } = JSON.parse(text) as ApiDocument;
  const base = new URL(servers[0].url).pathname.replace(/\/$/, '');
  return Object.entries(paths).map(([template, operations]) => ({
    path: `${base}${template.replaceAll(/\{\w+\}/g, '1')}`,
    methods: Object.keys(operations).map((method) => method.toUpperCase()),
    pattern: new RegExp(`^${base}${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
}

/** An address with a segment in upper case, or a slash too many. */
function misspell(path: string): string[] {
  const segments = path.slice(1).split('/');
  const joinWith = (index: number, change: (segment: string) => string) =>
    `/${segments.map((segment, at) => (at === index ? change(segment) : segment)).join('/')}`;
  return [
    `${path}/`,
    ...segments.flatMap((segment, index) => [
      joinWith(index, (text) => `/${text}`),
      ...(/[a-z]/.test(segment) ? [joinWith(index, (text) => text.toUpperCase())] : []),
    ]),
  ];
}

describe('misspelled addresses of the APIs', () => {
  test('are 404 in the format of their API, for every operation', async () => {
    const environment = readEnvironment({
      PATRON_DATA_DIR: await migratedDirectory(),
      PATRON_DEMO: '0',
      PORT: String(await findFreePort()),
    });
    const patron = await startPatron(environment, silentLog);
    onTestFinished(() => patron.stop());
    const unlike: unknown[] = [];
    for (const [name, text] of createApiDocuments()) {
      const isError = (body: string) =>
        name === 'loyalty'
          ? body === JSON.stringify(LOYALTY_NOT_FOUND)
          : /^\{"errors":\[\{.*"status":"404"/.test(body);
      const addresses = listAddresses(text);
      // STREAM in the place of an id is one.
      const isUnknown = (path: string) => !addresses.some(({ pattern }) => pattern.test(path));
      for (const { path, methods } of addresses) {
        const requests = misspell(path)
          .filter(isUnknown)
          .flatMap((misspelled) => methods.map((method) => [method, misspelled] as const));
        await Promise.all(
          requests.map(async ([method, misspelled]) => {
            const response = await fetch(`${patron.url}${misspelled}`, { method });
            const body = await response.text();
            if (response.status !== 404 || !isError(body)) {
              unlike.push([method, misspelled, response.status, body]);
            }
          }),
        );
      }
    }
    expect(unlike).toEqual([]);
  }, 120_000);
});
