import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type Answer, type LocalServer, startLocalServer } from '#console/testing/local-server.ts';
import { createDomain, deleteDomain, getDomain, listDomains } from '#contract/advocacy/domains.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { deleteMember, getMember } from '#contract/loyalty/members/members.ts';
import { type AccessSource, createClient } from './client.ts';
import { ApiError } from './errors/api-error.ts';
import { sendHttp } from './http.ts';

const ACCESS: AccessSource = {
  access: async () => ({ accessToken: 'token-1', scopes: ['domains:read'] }),
  renew: async () => ({ accessToken: 'token-2', scopes: ['domains:read'] }),
};
const DOMAIN = {
  id: '7',
  type: 'domain',
  attributes: {
    name: 'shop.example.com',
    status: 'a status that nobody knew',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    later_attribute: true,
  },
};

let server: LocalServer;
afterEach(() => server.close());

async function clientFor(answer: Parameters<typeof startLocalServer>[0], resource?: string) {
  server = await startLocalServer(answer);
  return createClient({
    baseUrl: `${server.url}/api/advocacy`,
    mediaType: 'application/vnd.api+json',
    accessSource: ACCESS,
    ...(resource ? { resource } : {}),
  });
}

async function failureOf(answer: Answer): Promise<ApiError> {
  const client = await clientFor(() => answer);
  const error = await client
    .request(getDomain, { params: { team_id: '1', domain_id: '7' } })
    .catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

describe('a request', () => {
  test('carries method, escaped path, query, token, media type and body', async () => {
    const client = await clientFor(() => ({ status: 201, body: { data: DOMAIN } }));
    const reply = await client.request(createDomain, {
      params: { team_id: '1/2' },
      body: { data: { type: 'domain', attributes: { name: 'shop.example.com' } } },
      idToken: 'id token',
    });
    const [request] = server.requests;
    expect(request).toMatchObject({
      method: 'POST',
      url: '/api/advocacy/v2/teams/1%2F2/domains?id_token=id+token',
      body: '{"data":{"type":"domain","attributes":{"name":"shop.example.com"}}}',
    });
    expect(request?.headers).toMatchObject({
      accept: 'application/vnd.api+json',
      authorization: 'Bearer token-1',
      'content-type': 'application/vnd.api+json',
    });
    expect(reply.data.attributes.status).toBe('a status that nobody knew');
  });

  test('takes any 2xx for success, and a reply without a body', async () => {
    const client = await clientFor(() => ({ status: 204 }));
    const params = { team_id: '1', domain_id: '7' };
    await expect(client.request(deleteDomain, { params })).resolves.toBeUndefined();
  });

  test('leaves out what the query has no value for', async () => {
    const client = await clientFor(() => ({ body: { data: [] } }));
    await client.request(listDomains, { params: { team_id: '1' }, query: { include: undefined } });
    expect(server.requests[0]?.url).toBe('/api/advocacy/v2/teams/1/domains');
  });

  test('is repeated once with the next token when the first is refused', async () => {
    const client = await clientFor(({ headers }) =>
      headers.authorization === 'Bearer token-2'
        ? { body: { data: [] } }
        : { status: 401, body: { errors: [{ code: '401', status: '401' }] } },
    );
    await client.request(listDomains, { params: { team_id: '1' } });
    expect(server.requests).toHaveLength(2);
  });

  test('fails with 401 when the next token is refused too', async () => {
    const error = await failureOf({ status: 401, body: { errors: [{ code: '401' }] } });
    expect(error).toMatchObject({ kind: 'error-response', status: 401, code: '401' });
    expect(server.requests).toHaveLength(2);
  });

  test('with an id that no address can hold is not sent', async () => {
    const client = await clientFor(() => ({ body: {} }));
    const params = { team_id: '1', domain_id: '..' };
    await expect(client.request(getDomain, { params })).rejects.toMatchObject({ status: 404 });
    expect(server.requests).toHaveLength(0);
  });
});

describe('a refusal', () => {
  test('tells every error with its pointer, the id to quote and the wait', async () => {
    const error = await failureOf({
      status: 422,
      headers: { 'x-request-id': 'request-1', 'retry-after': '30' },
      body: {
        errors: [
          { title: 'Invalid', detail: 'Is taken', source: { pointer: '/data/attributes/name' } },
          { title: 'Invalid', detail: 'Is unknown', source: { parameter: 'include' } },
        ],
      },
    });
    expect(error).toMatchObject({
      kind: 'error-response',
      status: 422,
      title: 'Invalid',
      detail: 'Is taken',
      requestId: 'request-1',
      retryAfter: 30,
      endpoint: 'getDomain',
      errors: [{ pointer: '/data/attributes/name' }, { parameter: 'include' }],
    });
  });

  test.each([
    [
      'parameter',
      { error_code: '400', error: 'ERROR_INVALID_PARAMETER', message: 'count: must be positive' },
      { code: '400', detail: 'count: must be positive' },
    ],
    [
      'value',
      {
        reason: 'email_address: not valid',
        error_code: 'INVALID_REQUEST_PARAMETER_VALUES',
        success: false,
      },
      { code: 'INVALID_REQUEST_PARAMETER_VALUES', detail: 'email_address: not valid' },
    ],
    [
      'OAuth',
      { error: 'invalid_grant', error_description: 'Wrong password' },
      { code: 'invalid_grant', detail: 'Wrong password' },
    ],
  ])('is read in the %s shape', async (_shape, body, expected) => {
    expect(await failureOf({ status: 400, body })).toMatchObject(expected);
  });

  test('by something that is no service tells its status', async () => {
    const error = await failureOf({ status: 502, body: '<html>Bad gateway</html>' });
    expect(error).toMatchObject({ kind: 'error-response', status: 502, errors: [] });
  });

  test('names the scope that the session lacks', async () => {
    const client = await clientFor(() => ({ status: 403, body: { errors: [{}] } }));
    const params = { team_id: '1', domain_id: '7' };
    await expect(client.request(deleteDomain, { params })).rejects.toMatchObject({
      scope: 'domains:write',
      missingScope: 'domains:write',
    });
  });

  test("names a gateway's scope where the contract has none", async () => {
    const client = await clientFor(() => ({ status: 403, body: { errors: [{}] } }), 'teams');
    const failure = (endpoint: typeof getMember | typeof deleteMember) =>
      client.request(endpoint, { params: { member: 'M-1' } }).catch((error: unknown) => error);
    expect(await failure(getMember)).toMatchObject({ missingScope: 'teams:read' });
    expect(await failure(deleteMember)).toMatchObject({ missingScope: 'teams:write' });
  });
});

test('a success that is not what the contract says is an invalid reply', async () => {
  const error = await failureOf({ body: { data: { id: 7 } } });
  expect(error).toMatchObject({ kind: 'invalid-response', status: 200, endpoint: 'getDomain' });
});

test('an endpoint may take no parameters at all', async () => {
  const ping = defineEndpoint({
    id: 'ping',
    method: 'GET',
    path: '/ping',
    summary: '',
    tag: '',
    params: z.object({}),
    query: z.object({}),
    body: undefined,
    status: 200,
    response: z.object({ pong: z.boolean() }),
    errors: [],
  });
  const client = await clientFor(() => ({ body: { pong: true } }));
  await expect(client.request(ping, {})).resolves.toEqual({ pong: true });
});

describe('no answer', () => {
  const request = { method: 'GET', headers: {} };

  test('is a network error', async () => {
    server = await startLocalServer(() => ({}));
    await server.close();
    const failed = sendHttp({ ...request, url: server.url });
    await expect(failed).rejects.toMatchObject({ kind: 'network', status: 0 });
  });

  test('in time is a time-out', async () => {
    server = await startLocalServer(() => new Promise(() => {}));
    const failed = sendHttp({ ...request, url: server.url, timeout: 50 });
    await expect(failed).rejects.toMatchObject({ kind: 'timeout' });
  });

  test('because the caller gave up is what the caller gave up with', async () => {
    server = await startLocalServer(() => new Promise(() => {}));
    const controller = new AbortController();
    const failed = sendHttp({ ...request, url: server.url, signal: controller.signal });
    controller.abort(new DOMException('left', 'AbortError'));
    await expect(failed).rejects.toMatchObject({ name: 'AbortError', message: 'left' });
  });
});
