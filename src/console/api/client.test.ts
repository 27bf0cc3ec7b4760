import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  type FakeResponse,
  type LocalServer,
  startLocalServer,
} from '#console/testing/local-server.ts';
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
    status: 'an unknown status',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    later_attribute: true,
  },
};

let server: LocalServer;
afterEach(() => server.close());

async function clientFor(response: Parameters<typeof startLocalServer>[0], resource?: string) {
  server = await startLocalServer(response);
  return createClient({
    baseUrl: `${server.url}/api/advocacy`,
    mediaType: 'application/vnd.api+json',
    accessSource: ACCESS,
    ...(resource ? { resource } : {}),
  });
}

async function failureOf(response: FakeResponse): Promise<ApiError> {
  const client = await clientFor(() => response);
  const error = await client
    .request(getDomain, { params: { team_id: '1', domain_id: '7' } })
    .catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

describe('HTTP client', () => {
  test('sends method, escaped path, query, token, media type and body', async () => {
    const client = await clientFor(() => ({ status: 201, body: { data: DOMAIN } }));
    const response = await client.request(createDomain, {
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
    expect(response.data.attributes.status).toBe('an unknown status');
  });

  test('accepts any 2xx and responses without a body', async () => {
    const client = await clientFor(() => ({ status: 204 }));
    const params = { team_id: '1', domain_id: '7' };
    await expect(client.request(deleteDomain, { params })).resolves.toBeUndefined();
  });

  test('keeps the digits of long integers', async () => {
    const body = JSON.stringify({ data: DOMAIN }).replace('"7"', '9007199254740993001');
    const client = await clientFor(() => ({ body }));
    const params = { team_id: '1', domain_id: '9007199254740993001' };
    const { data } = await client.request(getDomain, { params });
    expect(data.id).toBe('9007199254740993001');
  });

  test('omits undefined query parameters', async () => {
    const client = await clientFor(() => ({ body: { data: [] } }));
    await client.request(listDomains, { params: { team_id: '1' }, query: { include: undefined } });
    expect(server.requests[0]?.url).toBe('/api/advocacy/v2/teams/1/domains');
  });

  test('retries once with a new token after 401', async () => {
    const client = await clientFor(({ headers }) =>
      headers.authorization === 'Bearer token-2'
        ? { body: { data: [] } }
        : { status: 401, body: { errors: [{ code: '401', status: '401' }] } },
    );
    await client.request(listDomains, { params: { team_id: '1' } });
    expect(server.requests).toHaveLength(2);
  });

  test('fails with 401 if the new token is rejected too', async () => {
    const error = await failureOf({ status: 401, body: { errors: [{ code: '401' }] } });
    expect(error).toMatchObject({ kind: 'error-response', status: 401, code: '401' });
    expect(server.requests).toHaveLength(2);
  });

  test('fails with 404 without a request for an id that no URL can hold', async () => {
    const client = await clientFor(() => ({ body: {} }));
    const params = { team_id: '1', domain_id: '..' };
    await expect(client.request(getDomain, { params })).rejects.toMatchObject({ status: 404 });
    expect(server.requests).toHaveLength(0);
  });
});

describe('error response', () => {
  test('has all errors with their pointers, the request id and Retry-After', async () => {
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
      retryAfterSeconds: 30,
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
  ])('is parsed in the %s format', async (_shape, body, expected) => {
    expect(await failureOf({ status: 400, body })).toMatchObject(expected);
  });

  test('without a known body has its status', async () => {
    const error = await failureOf({ status: 502, body: '<html>Bad gateway</html>' });
    expect(error).toMatchObject({ kind: 'error-response', status: 502, errors: [] });
  });

  test('has the scope that the session lacks', async () => {
    const client = await clientFor(() => ({ status: 403, body: { errors: [{}] } }));
    const params = { team_id: '1', domain_id: '7' };
    await expect(client.request(deleteDomain, { params })).rejects.toMatchObject({
      scope: 'domains:write',
      missingScope: 'domains:write',
    });
  });

  test("has the gateway's scope if the endpoint names none", async () => {
    const client = await clientFor(() => ({ status: 403, body: { errors: [{}] } }), 'teams');
    const failure = (endpoint: typeof getMember | typeof deleteMember) =>
      client.request(endpoint, { params: { member: 'M-1' } }).catch((error: unknown) => error);
    expect(await failure(getMember)).toMatchObject({ missingScope: 'teams:read' });
    expect(await failure(deleteMember)).toMatchObject({ missingScope: 'teams:write' });
  });
});

test('a success that does not match the contract is an invalid response', async () => {
  const error = await failureOf({ body: { message: 'Welcome' } });
  expect(error).toMatchObject({ kind: 'invalid-response', status: 200, endpoint: 'getDomain' });
});

test('an endpoint can have no parameters', async () => {
  const ping = defineEndpoint({
    id: 'ping',
    method: 'GET',
    path: '/ping',
    tag: '',
    params: z.object({}),
    query: z.object({}),
    body: undefined,
    status: 200,
    response: z.object({ pong: z.boolean() }),
  });
  const client = await clientFor(() => ({ body: { pong: true } }));
  await expect(client.request(ping, {})).resolves.toEqual({ pong: true });
});

describe('request without a response', () => {
  const request = { method: 'GET', headers: {} };

  test('fails as a network error', async () => {
    server = await startLocalServer(() => ({}));
    await server.close();
    const failed = sendHttp({ ...request, url: server.url });
    await expect(failed).rejects.toMatchObject({ kind: 'network', status: 0 });
  });

  test('fails as a timeout', async () => {
    server = await startLocalServer(() => new Promise(() => {}));
    const failed = sendHttp({ ...request, url: server.url, timeoutMs: 50 });
    await expect(failed).rejects.toMatchObject({ kind: 'timeout' });
  });

  test('rejects with the reason of the abort', async () => {
    server = await startLocalServer(() => new Promise(() => {}));
    const controller = new AbortController();
    const failed = sendHttp({ ...request, url: server.url, signal: controller.signal });
    controller.abort(new DOMException('left', 'AbortError'));
    await expect(failed).rejects.toMatchObject({ name: 'AbortError', message: 'left' });
  });
});
