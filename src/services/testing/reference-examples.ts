import * as z from 'zod/mini';
import { signInThroughPages } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { DEMO_SIGN_IN } from '#services/demo/seed/advocacy/users.ts';
import { DEMO_LOYALTY_HEADERS } from './demo-requests.ts';

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

/** An operation of the reference with its example. */
export interface ReferenceExample {
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
): ReferenceExample {
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

/** Every operation of the reference of a running demo, as its administrator would try it. */
export async function listReferenceExamples(
  url: string,
): Promise<{ examples: ReferenceExample[]; access: string }> {
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

  const examples: ReferenceExample[] = [];
  for (const api of ['advocacy', 'loyalty', 'gateway']) {
    const document = documentSchema.parse(await (await fetch(`${url}/docs/${api}.json`)).json());
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        const server = document.servers[0]?.url ?? '';
        examples.push(fillIn(server, [path, method, operation], { access, id }));
      }
    }
  }
  return { examples, access };
}
