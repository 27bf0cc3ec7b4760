import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contractEndpoints } from '#services/platform/testing/contract-endpoints.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { createApiDocuments } from '#services/testing/api-documents.ts';

const texts = createApiDocuments();
const NAMES = [...texts.keys()];

const operationSchema = z.looseObject({
  operationId: z.string(),
  description: z.string(),
  responses: z.record(z.string(), z.looseObject({ description: z.string() })),
  security: z.array(z.record(z.string(), z.array(z.string()))),
});
const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

const documentOf = (name: string) => documentSchema.parse(JSON.parse(texts.get(name) ?? ''));
const operationsOf = (name: string) =>
  Object.values(documentOf(name).paths).flatMap((operations) => Object.values(operations));

const endpoints = contractEndpoints.map(({ endpoint }) => endpoint);

describe('the API documents', () => {
  test('describe every endpoint of the contract with its scope', () => {
    const documented = new Map(
      NAMES.flatMap(operationsOf).map((operation) => [operation.operationId, operation]),
    );
    const missing = endpoints.filter(({ id }) => !documented.has(id)).map(({ id }) => id);
    expect(missing).toEqual([]);
    for (const { id, scope, stepUp } of endpoints) {
      if (scope === undefined) continue;
      const { security = [] } = documented.get(id) ?? {};
      expect([id, security]).toEqual([
        id,
        [{ access_token: [scope], ...(stepUp ? { id_token: [] } : {}) }],
      ]);
    }
  });

  test('describe the rejection of unknown parameters', () => {
    const silent = NAMES.flatMap(operationsOf)
      .filter(({ responses }) => !('400' in responses))
      .map(({ operationId }) => operationId);
    expect(silent).toEqual([]);
  });

  test.each(NAMES)('pass the recommended rules of Redocly: %s', async (name) => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({
      source: texts.get(name) ?? '',
      absoluteRef: `/${name}.json`,
      config,
    });
    expect(problems.map(({ ruleId, message }) => [ruleId, message])).toEqual([]);
  });

  test.each(NAMES)('pass the recommended rules of Spectral: %s', async (name) => {
    const spectral = new Spectral();
    spectral.setRuleset({ extends: [oas as never] });
    const problems = await spectral.run(texts.get(name) ?? '');
    expect(problems.map(({ code, path }) => [code, path.join('.')])).toEqual([]);
  });

  test('become TypeScript types with names that compile', async () => {
    const directory = temporaryDirectory();
    mkdirSync(directory, { recursive: true });
    for (const [name, text] of texts) {
      writeFileSync(join(directory, `${name}.ts`), await generateTypes(text));
    }
    const use = join(directory, 'use.ts');
    writeFileSync(use, USE_OF_TYPES);
    const tsc = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));
    const args = ['--ignoreConfig', '--noEmit', '--strict', '--allowImportingTsExtensions', use];
    await promisify(execFile)(process.execPath, [tsc, ...args]).catch(
      ({ stdout }: { stdout: string }) => expect(stdout).toBe(''),
    );
  }, 60_000);

  test.each(NAMES)(
    'name the schemas of resources and show no limits of number types: %s',
    (name) => {
      const { schemas } = documentOf(name).components;
      expect(Object.keys(schemas)).toEqual(expect.arrayContaining(EXPECTED_SCHEMAS[name] ?? ['']));
      expect(texts.get(name)).not.toContain(String(Number.MAX_SAFE_INTEGER));
      for (const { responses } of operationsOf(name)) {
        for (const { description } of Object.values(responses)) expect(description).toMatch(/\.$/);
      }
    },
  );
});

const EXPECTED_SCHEMAS: Record<string, string[]> = {
  advocacy: ['Account', 'AuthenticationFactor', 'Domain', 'Board', 'User', 'Error', 'Errors'],
  loyalty: ['Member', 'Activity', 'Rule', 'WebhookRequest', 'LoyaltyError'],
  gateway: ['Member', 'InboxEvent', 'InboxDelivery', 'InboxReplay', 'Error'],
};

const USE_OF_TYPES = `
import type { components as Advocacy, paths } from './advocacy.ts';
import type { components as Loyalty, webhooks } from './loyalty.ts';
import type { components as Gateway } from './gateway.ts';

type Parameters = paths['/v2/teams/{team_id}/accounts']['get']['parameters'];
export const path: Parameters['path'] = { team_id: 1 };
export const query: Parameters['query'] = {
  include: ['social_feeds'],
  sort: ['-followers_count'],
  'page[size]': 100,
};
export const name = (account: Advocacy['schemas']['Account']): string => account.attributes.name;
export const points = (member: Loyalty['schemas']['Member']) => member.available_points;
export const state = (event: Gateway['schemas']['InboxEvent']): string => event.state;
export type Campaign = webhooks['event_campaign_entered']['post'];
`;

/** openapi-typescript needs the compiler's JavaScript API, which TypeScript no longer has. */
async function generateTypes(document: string): Promise<string> {
  const api = createRequire(import.meta.url).resolve('@ts-morph/common');
  const shim = `import { ts } from ${JSON.stringify(`file://${api}`)}; export default ts;`;
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'typescript'
        ? { url: `data:text/javascript,${encodeURIComponent(shim)}`, shortCircuit: true }
        : next(specifier, context),
  });
  try {
    const { default: generate, astToString } = await import('openapi-typescript');
    return astToString(await generate(document));
  } finally {
    hooks.deregister();
  }
}
