import { expect, onTestFinished, test } from 'vitest';
import { startPatron } from '#services/patron.ts';
import { readEnvironment } from '#services/platform/environment.ts';
import { contractEndpoints } from '#services/platform/testing/contract-endpoints.ts';
import { costlyBodies } from '#services/platform/testing/costly-bodies.ts';
import { measureLoad } from '#services/platform/testing/event-loop-turns.ts';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { inputSchemaOf } from '#services/platform/testing/fuzz/fuzz-document.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { demoDirectory } from '#services/testing/demo-data.ts';
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

async function startDemo(): Promise<ReferenceExample[]> {
  const environment = readEnvironment({
    PATRON_DATA_DIR: await demoDirectory(),
    PORT: String(await findFreePort()),
  });
  const patron = await startPatron(environment, silentLog);
  onTestFinished(() => patron.stop());
  return (await listReferenceExamples(patron.url)).examples;
}

test('the largest and the deepest bodies of every operation block no other request', async () => {
  const operations = (await startDemo()).filter(({ init }) => init.body !== undefined);
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
    for (const [kind, body] of Object.entries(costlyBodies(schema, maxBytes))) {
      let status = 0;
      const load = await measureLoad(async () => {
        const response = await fetch(operation.url, {
          method: operation.method,
          ...operation.init,
          body: Buffer.from(body),
        });
        await response.arrayBuffer();
        status = response.status;
      });
      if (load.longestTurn > LONGEST_TURN || load.memoryMb > MEMORY_MB) {
        heavy.push([operation.id, kind, status, load]);
      }
      if (status >= 500) wrong.push([operation.id, kind, status]);
      if (!endpoint?.body || endpoint.bodyMediaType) continue;
      // What its path names has to be created first.
      if (!operation.isReady && status === 404) continue;
      if (kind === 'too large' && status !== 413) wrong.push([operation.id, kind, status]);
      if (kind === 'too deep' && status !== 400) wrong.push([operation.id, kind, status]);
    }
  }
  expect(heavy).toEqual([]);
  expect(wrong).toEqual([]);
}, 300_000);
