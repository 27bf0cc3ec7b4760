import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { signInThroughPages } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { DEMO_SIGN_IN } from '#services/demo/seed/advocacy/users.ts';
import { migratedDirectory } from '#services/platform/testing/migrated-directory.ts';
import { demoDirectory } from '#services/testing/demo-data.ts';
import { DEMO_LOYALTY_HEADERS } from '#services/testing/demo-requests.ts';
import { startPatronProcess } from '#services/testing/patron-process.ts';

const parameterSchema = z.looseObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.optional(z.boolean()),
  deprecated: z.optional(z.boolean()),
  example: z.optional(z.union([z.string(), z.number()])),
});
const operationSchema = z.looseObject({
  operationId: z.string(),
  description: z.string(),
  parameters: z.array(parameterSchema),
  requestBody: z.optional(
    z.looseObject({
      content: z.record(z.string(), z.looseObject({ example: z.optional(z.unknown()) })),
    }),
  ),
  responses: z.record(z.string(), z.unknown()),
  security: z.array(z.record(z.string(), z.unknown())),
});
const documentSchema = z.looseObject({
  servers: z.array(z.looseObject({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
});

interface Example {
  id: string;
  url: string;
  method: string;
  init: RequestInit;
  /** Whether the example works without changes. */
  isReady: boolean;
  statuses: string[];
}

function encode(body: unknown, type = ''): string {
  if (typeof body === 'string') return body;
  return type.includes('form')
    ? new URLSearchParams(body as Record<string, string>).toString()
    : JSON.stringify(body);
}

/** Fills in the form of an operation as the reference page does. */
function fillIn(
  server: string,
  [path, method, operation]: [string, string, z.output<typeof operationSchema>],
  tokens: { access: string; id: string },
): Example {
  const { operationId, description, parameters, requestBody, responses, security } = operation;
  const headers = new Headers();
  const needs = (scheme: string) => security.some((requirement) => scheme in requirement);
  if (needs('access_token')) headers.set('authorization', `Bearer ${tokens.access}`);
  if (needs('api_key')) {
    for (const [name, value] of Object.entries(DEMO_LOYALTY_HEADERS)) headers.set(name, value);
  }
  let filled = path;
  const query = new URLSearchParams(needs('id_token') ? { id_token: tokens.id } : {});
  for (const { name, in: location, example } of parameters) {
    if (example === undefined) continue;
    const value = String(example);
    if (location === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else if (location === 'query') query.set(name, value);
    else headers.set(name, value);
  }
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const body = content?.example;
  if (type && body !== undefined) headers.set('content-type', type);
  return {
    id: operationId,
    url: `${server}${filled}?${query}`,
    method: method.toUpperCase(),
    init: {
      headers,
      redirect: 'manual',
      ...(body === undefined
        ? {}
        : {
            body: encode(body, type),
          }),
    },
    isReady: !description.includes('To try it on the demo data'),
    statuses: Object.keys(responses),
  };
}

test('the first try of every operation in the reference succeeds on the demo data', async () => {
  const { url } = await startPatronProcess({
    PATRON_DATA_DIR: await demoDirectory(),
    PATRON_DIRECTORY_POLL_SECONDS: '60',
  });
  const baseUrl = `${url}/api/advocacy`;
  const { access_token: access } = await signInThroughPages(baseUrl, DEMO_SIGN_IN, {
    clientId: 'patron-reference',
    redirectUri: `${url}/docs/callback`,
  });
  const confirmed = await fetch(`${baseUrl}/oauth/id_token`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access}` },
    body: new URLSearchParams({ password: DEMO_SIGN_IN.password }),
  });
  const { id_token: id } = (await confirmed.json()) as { id_token: string };

  const examples: Example[] = [];
  for (const api of ['advocacy', 'loyalty', 'gateway']) {
    const document = documentSchema.parse(await (await fetch(`${url}/docs/${api}.json`)).json());
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        const server = document.servers[0]?.url ?? '';
        examples.push(fillIn(server, [path, method, operation], { access, id }));
      }
    }
  }
  expect(examples.length).toBeGreaterThan(50);
  // The gateway deletes the member that the loyalty API has deleted; streams have no end.
  const later = new Set([
    'gatewayCreateMember',
    'gatewayDeleteMember',
    'streamInboxEvents',
    'streamJobs',
  ]);
  const inOrder = examples
    .filter((example) => !later.has(example.id))
    .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));

  // Jobs need the directory of members, which is built after the first start.
  await vi.waitFor(async () => {
    const facets = await fetch(`${url}/gateway/teams/1/directory/facets`, {
      headers: { authorization: `Bearer ${access}` },
    });
    expect(await facets.json()).toMatchObject({ directory: { state: 'current' } });
  }, 60_000);

  const failures: unknown[] = [];
  for (const { id: operation, url: address, method, init, isReady, statuses } of inOrder) {
    const response = await fetch(address, { method, ...init });
    const text = await response.text();
    const isExpected = isReady
      ? response.ok
      : response.status < 500 && statuses.includes(String(response.status));
    if (!isExpected) failures.push([operation, response.status, text.slice(0, 300)]);
  }
  expect(failures).toEqual([]);
}, 120_000);

test('the reference is the same in every role, and has no other documents', async () => {
  const { url } = await startPatronProcess({
    PATRON_DEMO: '0',
    PATRON_ROLES: 'console',
    PATRON_DATA_DIR: await migratedDirectory(),
  });
  const page = await fetch(`${url}/docs`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'self'/,
  );
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
  expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin');
  for (const api of ['advocacy', 'loyalty', 'gateway']) {
    expect((await fetch(`${url}/docs/${api}.json`)).status).toBe(200);
  }
  for (const path of ['/docs/json', '/docs/yaml', '/docs/static/index.html', '/docs/none']) {
    expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 404]);
  }
}, 60_000);
