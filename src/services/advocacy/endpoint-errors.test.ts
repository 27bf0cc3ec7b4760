import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { SCOPES } from '#contract/advocacy/scopes.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { errorDocumentSchema, JSON_API_MEDIA_TYPE } from '#contract/json-api.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { authenticate } from './oauth/tokens/bearer.ts';
import { createAccountsTeam } from './testing/accounts-team.ts';
import { createApiClient } from './testing/api-client.ts';
import { resourceEndpoints } from './testing/resource-endpoints.ts';
import { createUser, grantAccessToken } from './testing/sign-in.ts';
import { startAdvocacy, TEST_DOMAIN_POLICY, type TestAdvocacy } from './testing/start-advocacy.ts';

const named = (endpoints: readonly Endpoint[]) =>
  endpoints.map((endpoint) => [endpoint.id, endpoint] as const);
const inTeams = resourceEndpoints.filter(({ path }) => path.includes(':team_id'));
const withBody = resourceEndpoints.filter(({ body }) => body !== undefined);

/** Has every error that is checked after authorization, so that only the order decides. */
const INVALID_REQUEST = {
  query: 'unknown=1',
  headers: { 'content-type': 'text/plain', accept: `${JSON_API_MEDIA_TYPE};a=b` },
  body: '{',
};

describeStorages('errors in the order of decisions.md, 7', (store) => {
  let service: TestAdvocacy;
  let params: Record<string, string>;
  let tokens: { writer: string; reader: string; outsider: string };
  let idToken: string;

  const grant = (userId: number, scopes: readonly string[] = SCOPES) =>
    grantAccessToken(store.db, service.clock, { userId, scopes });

  beforeAll(async () => {
    service = await startAdvocacy(store.storage, { domainPolicy: TEST_DOMAIN_POLICY });
    const team = await createAccountsTeam(service);
    const { userId } = team.writer;
    const outsider = await createUser(store.db, 'outsider@brand.test');
    tokens = {
      writer: await grant(userId),
      reader: await grant(team.reader.userId),
      outsider: await grant(outsider.userId),
    };
    const caller = await authenticate(store.db, service.clock, `Bearer ${tokens.writer}`);
    if (!caller) throw new Error('The access token is not valid');
    idToken = await service.dependencies.idTokens.issue(caller);
    const call = createApiClient(service.baseUrl, tokens.writer);
    const create = async (path: string, type: string, attributes: object) =>
      (await call('POST', path, { data: { type, attributes } })).body.data.id;
    const sms = { type: 'out_of_band', channel: 'sms', external_id: '+15551234567' };
    const factorsPath = `/v2/authentication_factors?id_token=${idToken}`;
    const domainsPath = `/v2/teams/${team.teamId}/domains`;
    params = {
      team_id: String(team.teamId),
      account_id: String((await team.addAccount()).id),
      domain_id: await create(domainsPath, 'domain', { name: 'order.brand.test' }),
      authentication_factor_id: await create(factorsPath, 'authentication_factor', sms),
    };
  });
  afterAll(() => service.close());

  interface Sent {
    token?: string | undefined;
    query?: string;
    headers?: Record<string, string>;
    body?: string;
    params?: Record<string, string>;
    method?: string;
  }

  /** Sends a request to the endpoint; defaults are valid. */
  async function send(endpoint: Endpoint, sent: Sent) {
    const given = { ...params, ...sent.params };
    const path = endpoint.path.replace(/:([a-z_]+)/g, (_, name) => given[name] ?? '');
    const method = sent.method ?? endpoint.method;
    const response = await fetch(`${service.baseUrl}${path}?${sent.query ?? ''}`, {
      method,
      headers: {
        ...(sent.token === undefined ? {} : { authorization: `Bearer ${sent.token}` }),
        ...sent.headers,
      },
      ...(method === 'GET' || sent.body === undefined ? {} : { body: sent.body }),
    });
    const { errors } = z.parse(errorDocumentSchema, await response.json());
    return {
      status: response.status,
      headers: response.headers,
      code: errors[0]?.code,
      errors: errors.map(({ id: _, ...error }) => error),
    };
  }
  const stepUp = ({ stepUp: isAsked }: Endpoint) => (isAsked ? `id_token=${idToken}&` : '');

  test.each(named(resourceEndpoints))('%s: 401 without a token', async (_id, endpoint) => {
    for (const token of [undefined, 'unknown']) {
      const { status, headers } = await send(endpoint, { ...INVALID_REQUEST, token });
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    }
  });

  test.each(named(resourceEndpoints.filter(({ scope }) => scope !== undefined)))(
    '%s: 403 without its scope',
    async (_id, endpoint) => {
      const caller = await authenticate(store.db, service.clock, `Bearer ${tokens.writer}`);
      const others = SCOPES.filter((scope) => scope !== endpoint.scope);
      const token = await grant(caller?.userId ?? 0, others);
      const { status, code } = await send(endpoint, { ...INVALID_REQUEST, token });
      expect([status, code]).toEqual([403, '4030000']);
    },
  );

  test.each(named(inTeams))(
    '%s: the same 403 for another team and an unknown one',
    async (_id, endpoint) => {
      const token = tokens.outsider;
      const foreign = await send(endpoint, { ...INVALID_REQUEST, token });
      const unknown = await send(endpoint, {
        ...INVALID_REQUEST,
        token,
        params: { team_id: '999999' },
      });
      expect([foreign.status, foreign.code]).toEqual([403, '4030000']);
      expect(unknown.errors).toEqual(foreign.errors);
      for (const teamId of ['0', '-1', '9'.repeat(16), '9'.repeat(40)]) {
        const none = await send(endpoint, {
          ...INVALID_REQUEST,
          token,
          params: { team_id: teamId },
        });
        expect(none.errors).toEqual(foreign.errors);
      }
    },
  );

  test.each(named(inTeams))(
    '%s: 404 for a team id that is not an integer',
    async (_id, endpoint) => {
      for (const teamId of ['x', '1.0', '--1', '1e3', '%2B1']) {
        const sent = { ...INVALID_REQUEST, token: tokens.writer, params: { team_id: teamId } };
        expect((await send(endpoint, sent)).status).toBe(404);
      }
    },
  );

  test.each(named(inTeams.filter(({ scope }) => scope?.endsWith(':write'))))(
    "%s: 403 for a view-only role, whatever the token's scopes",
    async (_id, endpoint) => {
      const { status, code } = await send(endpoint, { ...INVALID_REQUEST, token: tokens.reader });
      expect([status, code]).toEqual([403, '4030000']);
    },
  );

  test.each(named(resourceEndpoints.filter((endpoint) => endpoint.stepUp)))(
    '%s: 403 with a distinct code without a valid id_token',
    async (_id, endpoint) => {
      for (const query of [
        '',
        'id_token=',
        'id_token=x&unknown=1',
        `id_token=${idToken}&id_token=x`,
      ]) {
        const sent = { ...INVALID_REQUEST, token: tokens.writer, query };
        const { status, code } = await send(endpoint, sent);
        expect([status, code]).toEqual([403, '403']);
      }
    },
  );

  test.each(
    named(
      resourceEndpoints.filter(({ path }) =>
        /:(account|domain|authentication_factor)_id/.test(path),
      ),
    ),
  )('%s: 404 for an unknown id', async (_id, endpoint) => {
    for (const id of ['999999', '-1', '9'.repeat(40), 'x', '1.5', '%00']) {
      const missing = { account_id: id, domain_id: id, authentication_factor_id: id };
      const query = `${stepUp(endpoint)}unknown=1`;
      const sent = { ...INVALID_REQUEST, token: tokens.writer, params: missing, query };
      expect((await send(endpoint, sent)).status).toBe(404);
    }
  });

  describe('after authorization', () => {
    const right = (endpoint: Endpoint) => ({
      ...INVALID_REQUEST,
      token: tokens.writer,
      query: `${stepUp(endpoint)}unknown=1`,
    });

    test.each(named(resourceEndpoints))('%s: 406', async (_id, endpoint) => {
      expect((await send(endpoint, right(endpoint))).status).toBe(406);
    });

    test.each(named(withBody))('%s: 415', async (_id, endpoint) => {
      const headers = { 'content-type': 'text/plain' };
      expect((await send(endpoint, { ...right(endpoint), headers })).status).toBe(415);
    });

    test.each(named(resourceEndpoints))(
      '%s: 400 for an unknown parameter',
      async (_id, endpoint) => {
        const headers = { 'content-type': JSON_API_MEDIA_TYPE };
        const { status, errors } = await send(endpoint, { ...right(endpoint), headers });
        expect(status).toBe(400);
        expect(errors[0]?.source).toEqual({ parameter: 'unknown' });
      },
    );

    test.each(named(withBody))(
      '%s: 400 for invalid JSON, 422 without data, 409 for another type',
      async (_id, endpoint) => {
        const headers = { 'content-type': JSON_API_MEDIA_TYPE };
        const query = stepUp(endpoint).replace(/&$/, '');
        for (const [body, expected] of [
          ['{', 400],
          ['{"data":[]}', 422],
          ['{"data":{"type":"something_else","attributes":7}}', 409],
        ] as const) {
          const { status } = await send(endpoint, { ...right(endpoint), headers, query, body });
          expect([body, status]).toEqual([body, expected]);
        }
      },
    );
  });

  test.each(named(resourceEndpoints))(
    '%s: 405 for another method, with Allow',
    async (_id, endpoint) => {
      const { status, headers } = await send(endpoint, { method: 'PUT' });
      expect(status).toBe(405);
      expect(headers.get('allow')?.split(', ')).toContain(endpoint.method);
    },
  );

  test('every endpoint requires a known scope', () => {
    const asked = resourceEndpoints.flatMap(({ scope }) => scope ?? []);
    expect(asked.filter((scope) => !SCOPES.some((known) => known === scope))).toEqual([]);
  });
});
