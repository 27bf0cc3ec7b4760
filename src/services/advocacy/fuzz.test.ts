import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';
import { SCOPES } from '#contract/advocacy/scopes.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { JSON_API_MEDIA_TYPE } from '#contract/json-api.ts';
import { fuzzEndpoint } from '#services/platform/testing/fuzz/fuzz-endpoint.ts';
import type { Target } from '#services/platform/testing/fuzz/fuzz-request.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createAccountTypes } from './accounts/account-types.ts';
import { authenticate } from './oauth/tokens/bearer.ts';
import { createAccountsTeam } from './testing/accounts-team.ts';
import { createApiClient } from './testing/api-client.ts';
import { expectJsonApi } from './testing/documented-response.ts';
import { resourceEndpoints } from './testing/resource-endpoints.ts';
import { startAdvocacy, TEST_DOMAIN_POLICY, type TestAdvocacy } from './testing/start-advocacy.ts';
import { startThirdParty, type ThirdParty } from './testing/third-party.ts';

/** Endpoints where no generated request can succeed, because the code can't be guessed. */
const bestStatus = new Map<Endpoint, number>([[verifyAuthenticationFactor, 422]]);

describeBothStorages('fuzzed requests', (store) => {
  let service: TestAdvocacy;
  let thirdParty: ThirdParty;
  let target: Target;

  beforeAll(async () => {
    thirdParty = await startThirdParty();
    const accountTypes = createAccountTypes(thirdParty.providers);
    service = await startAdvocacy(store.storage, {
      domainPolicy: TEST_DOMAIN_POLICY,
      accountTypes,
    });
    const { db, clock, idTokens } = service.dependencies;
    const team = await createAccountsTeam(service);
    const { token } = await team.member(team.writerRoleId, SCOPES);
    const caller = await authenticate(db, clock, `Bearer ${token}`);
    const idToken = caller ? await idTokens.issue(caller) : '';
    const call = createApiClient(service.baseUrl, token);
    const create = async (path: string, type: string, attributes: object) => {
      const { body } = await call('POST', path, { data: { type, attributes } });
      return body.data.id;
    };
    const factorsPath = `/v2/authentication_factors?id_token=${idToken}`;
    const sms = { type: 'out_of_band', channel: 'sms', external_id: '+15551234567' };
    const accountIds = [];
    const domainIds = [];
    for (let number = 0; number < 4; number += 1) {
      accountIds.push(String((await team.addAccount()).id));
      const name = `fuzz-${number}.brand.test`;
      domainIds.push(await create(`/v2/teams/${team.teamId}/domains`, 'domain', { name }));
    }
    target = {
      mountPath: new URL(service.baseUrl).pathname,
      mediaType: JSON_API_MEDIA_TYPE,
      headers: { authorization: `Bearer ${token}` },
      params: {
        team_id: [String(team.teamId)],
        account_id: accountIds,
        domain_id: domainIds,
        authentication_factor_id: [
          await create(factorsPath, 'authentication_factor', sms),
          await create(factorsPath, 'authentication_factor', { type: 'one_time_password' }),
        ],
      },
      query: { id_token: idToken },
      samples: {
        id: [domainIds[0], String(caller?.userId)],
        type: ['chirp', 'sftp', 'chirp', 'one_time_password'],
        origin: ['https://console.example'],
        redirect_uri: ['https://console.example/back?to=1'],
        access_token: ['ada'],
        secret: ['a demo secret'],
        site: ['sftp://files.example.com/feed'],
        channel: ['fax', null],
        external_id: ['+15551234567', null],
        include: ['social_feeds', 'default_experience', 'teams'],
        sort: ['name,-id'],
        'page[size]': ['2'],
        'page[number]': ['1'],
        name: ['one.brand.test', 'two.brand.test'],
      },
    };
    // Allow another code to be sent.
    service.clock.advance(30);
  });
  afterAll(async () => {
    await service.close();
    await thirdParty.close();
  });

  test.each(resourceEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s responds as documented and never fails',
    async (_id, endpoint) => {
      const { origin } = new URL(service.baseUrl);
      const statuses = await fuzzEndpoint(origin, endpoint, target, expectJsonApi);
      expect(statuses).toContain(bestStatus.get(endpoint) ?? endpoint.status);
    },
  );

  test('the service keeps running', async () => {
    expect((await fetch(`${service.baseUrl}/v2/me`)).status).toBe(401);
  });
});
