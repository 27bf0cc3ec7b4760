import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { openSignIn } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startPatron } from '#services/patron.ts';
import { readEnvironment } from '#services/platform/environment.ts';
import { contractEndpoints } from '#services/platform/testing/contract-endpoints.ts';
import { costlyBodies } from '#services/platform/testing/costly-bodies.ts';
import { measureLoad } from '#services/platform/testing/event-loop-turns.ts';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { inputSchemaOf } from '#services/platform/testing/fuzz/fuzz-document.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { postgresUrl } from '#services/platform/testing/test-database.ts';
import { createDemoDatabase, demoDirectory } from '#services/testing/demo-data.ts';
import {
  listReferenceExamples,
  type ReferenceExample,
} from '#services/testing/reference-examples.ts';

/** As many times as hashing 8 MB takes, which is about 20 ms: a quarter of a second. */
const LONGEST_TURN = 12;
const MEMORY_MB = 200;
/** Of operations that don't describe their body, such as webhooks. */
const DEFAULT_MAX_BYTES = 1024 * 1024;

const endpoints = new Map(contractEndpoints.map(({ endpoint }) => [endpoint.id, endpoint]));

/** The endpoint of an operation, whose id has a prefix if the gateway forwards it. */
function endpointOf({ id }: ReferenceExample) {
  const forwarded = id.replace(/^gateway(.)/, (_prefix, letter: string) => letter.toLowerCase());
  return endpoints.get(id) ?? endpoints.get(forwarded);
}

/** Starts the demo for the tests of a database, with its requests as an administrator would try them in the reference. */
async function startDemo(kind: Kind) {
  const removals: (() => void)[] = [];
  const atEnd = (remove: () => void) => void removals.push(remove);
  const database = kind === 'postgres' ? await createDemoDatabase(atEnd) : undefined;
  const environment = readEnvironment({
    PATRON_DATA_DIR: database?.directory ?? (await demoDirectory(atEnd)),
    PORT: String(await findFreePort()),
    ...(database && { DATABASE_URL: database.url, PATRON_DEMO: '1' }),
  });
  const patron = await startPatron(environment, silentLog);
  const stop = async () => {
    await patron.stop();
    await database?.drop();
    for (const remove of removals) remove();
  };
  const { examples } = await listReferenceExamples(patron.url);
  return { url: patron.url, examples, stop };
}

/** For the pages of the sign-in, within their limit of 128 KB. */
const LARGE_FORMS: Record<string, string>[] = [
  {
    email: `${'x'.repeat(60_000)}@brand.test`,
    password: 'é'.repeat(5_000),
    code: '1'.repeat(9_000),
  },
  { token: 'x'.repeat(100_000) },
  Object.fromEntries(Array.from({ length: 12_000 }, (_, index) => [`k${index}`, ''])),
];

/** Whether an operation takes a value for a parameter. */
function accepts(query: Endpoint['query'] | undefined, name: string, value: string): boolean {
  const result = query?.safeParse({ [name]: value });
  return result?.success === true && name in (result.data as object);
}

type Kind = 'embedded' | 'postgres';
const KINDS: readonly Kind[] = postgresUrl ? ['embedded', 'postgres'] : ['embedded'];

/**
 * Measures a request. One that seems heavy is measured again: background work and the garbage of
 * requests before it can fall into the same turn, but not into that of three in a row.
 */
async function measureRequest(send: () => Promise<Response>, measurements = 3) {
  let status = 0;
  const load = await measureLoad(async () => {
    const response = await send();
    await response.arrayBuffer();
    status = response.status;
  });
  const isHeavy = load.longestTurn > LONGEST_TURN || load.memoryMb > MEMORY_MB;
  if (isHeavy && status < 500 && measurements > 1) return measureRequest(send, measurements - 1);
  return { status, load, isHeavy };
}

describe.each(KINDS)('requests on %s', (kind) => {
  let demo: Awaited<ReturnType<typeof startDemo>>;
  beforeAll(async () => {
    demo = await startDemo(kind);
  }, 120_000);
  afterAll(() => demo?.stop());

  test('for the largest pages of every list block no other one', async () => {
    const lists = demo.examples.filter(({ id, method }) => method === 'GET' && endpoints.has(id));
    const heavy: unknown[] = [];
    for (const { id, url, init } of lists) {
      const largest = new URL(url);
      const { query } = endpoints.get(id) ?? {};
      for (const name of ['count', 'page[size]']) {
        const size = [1000, 200, 100].find((each) => accepts(query, name, String(each)));
        if (size !== undefined) largest.searchParams.set(name, String(size));
      }
      const { status, load, isHeavy } = await measureRequest(() => fetch(largest, init));
      if (isHeavy || status >= 500) heavy.push([id, largest.search, status, load]);
    }
    expect(lists.length).toBeGreaterThan(20);
    expect(heavy).toEqual([]);
  }, 120_000);

  test('with large forms at the pages of the sign-in block no other one', async () => {
    const baseUrl = `${demo.url}/api/advocacy`;
    const { browser, page } = await openSignIn(baseUrl);
    const targets = [
      ...['', '/typed', '/code', '/factor', '/send', '/restart'].map((step) => `${page}${step}`),
      ...Object.values(OAUTH_PATHS).map((path) => `${baseUrl}${path}`),
    ];
    const heavy: unknown[] = [];
    for (const target of targets) {
      for (const form of LARGE_FORMS) {
        const { status, load, isHeavy } = await measureRequest(() => browser.post(target, form));
        if (isHeavy || status >= 500) heavy.push([target, Object.keys(form)[0], status, load]);
      }
    }
    expect(heavy).toEqual([]);
  }, 120_000);

  test('with the largest and the deepest bodies of every operation block no other one', async () => {
    const operations = demo.examples.filter(({ init }) => init.body !== undefined);
    const withBody = [...endpoints.values()].filter(({ body }) => body);
    const missing = withBody.filter(
      (endpoint) => !operations.some((each) => endpointOf(each) === endpoint),
    );
    expect(missing.map(({ id }) => id)).toEqual([]);

    const heavy: unknown[] = [];
    const wrong: unknown[] = [];
    for (const operation of operations) {
      const endpoint = endpointOf(operation);
      const maxBytes = endpoint?.bodyMaxBytes ?? DEFAULT_MAX_BYTES;
      const schema = endpoint?.body ? inputSchemaOf(endpoint.body) : undefined;
      for (const [cost, body] of Object.entries(costlyBodies(schema, maxBytes))) {
        const init = { method: operation.method, ...operation.init, body: Buffer.from(body) };
        const { status, load, isHeavy } = await measureRequest(() => fetch(operation.url, init));
        if (isHeavy) heavy.push([operation.id, cost, status, load]);
        if (status >= 500) wrong.push([operation.id, cost, status]);
        if (!endpoint?.body || endpoint.bodyMediaType) continue;
        // What its path names has to be created first.
        if (!operation.isReady && status === 404) continue;
        if (cost === 'too large' && status !== 413) wrong.push([operation.id, cost, status]);
        if (cost === 'too deep' && status !== 400) wrong.push([operation.id, cost, status]);
      }
    }
    expect(heavy).toEqual([]);
    expect(wrong).toEqual([]);
  }, 300_000);
});
