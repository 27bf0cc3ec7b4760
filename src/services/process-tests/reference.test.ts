import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { exchangeToken, issueIdToken } from '#contract/advocacy/oauth.ts';
import { SCOPES } from '#contract/advocacy/scopes.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import * as activities from '#contract/loyalty/activities.ts';
import * as members from '#contract/loyalty/members/members.ts';
import { isEndpoint, resourceEndpoints } from '#services/advocacy/testing/contract-endpoints.ts';
import { migratedDirectory } from '#services/platform/testing/migrated-directory.ts';
import { startPatronProcess } from '#services/testing/patron-process.ts';

const operationSchema = z.looseObject({
  operationId: z.string(),
  responses: z.record(z.string(), z.unknown()),
  security: z.optional(z.array(z.record(z.string(), z.array(z.string())))),
});
const referenceSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.looseObject({ securitySchemes: z.record(z.string(), z.unknown()) }),
});

const loyaltyEndpoints = [members, activities]
  .flatMap((module) => Object.values<unknown>(module))
  .filter(isEndpoint);

type Security = Record<string, readonly string[]>;

/** The tokens that an advocacy endpoint requires (advocacy.md, Authentication). */
function tokensOf({ scope, stepUp }: Endpoint): Security {
  return { access_token: scope ? [scope] : [], ...(stepUp ? { id_token: [] } : {}) };
}

const sorted = (statuses: readonly (string | number)[]) => statuses.map(String).sort();

/** An endpoint of the contract, as the reference should describe it. */
function documented({ id, status, errors }: Endpoint, security?: Security) {
  return [id, sorted([status, ...errors]), security && [security]];
}

/** The operations in the reference. */
function operationsIn({ paths }: z.output<typeof referenceSchema>) {
  return Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .map(({ operationId, responses, security }) => [
      operationId,
      sorted(Object.keys(responses)),
      security,
    ]);
}

test('the API reference lists the tokens, statuses and errors of every endpoint', async () => {
  const { url } = await startPatronProcess({
    PATRON_DEMO: '0',
    PATRON_DATA_DIR: await migratedDirectory(),
  });
  const read = async (api: string) =>
    referenceSchema.parse(await (await fetch(`${url}/docs/${api}.json`)).json());

  const advocacy = await read('advocacy');
  expect(operationsIn(advocacy).sort()).toEqual(
    [
      documented(exchangeToken),
      ...[issueIdToken, ...resourceEndpoints].map((each) => documented(each, tokensOf(each))),
    ].sort(),
  );
  const scopes = Object.fromEntries(SCOPES.map((scope) => [scope, expect.any(String)]));
  expect(advocacy.components.securitySchemes).toMatchObject({
    access_token: { flows: { authorizationCode: { scopes } } },
    id_token: { type: 'apiKey', in: 'query', name: 'id_token' },
  });

  const keys = { api_key: [], partner_id: [] };
  expect(operationsIn(await read('loyalty')).sort()).toEqual(
    loyaltyEndpoints.map((each) => documented(each, keys)).sort(),
  );
}, 60_000);
