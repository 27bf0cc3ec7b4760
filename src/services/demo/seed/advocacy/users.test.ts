import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInThroughPages } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { seedUsers } from './users.ts';

const PARTNER = {
  clientId: 'patron-partner',
  clientSecret: 'patron-partner-secret',
  redirectUri: 'http://127.0.0.1:4199/callback',
};

describeStorages('demo users', (store) => {
  let service: TestAdvocacy;
  beforeAll(async () => {
    // An interrupted first start advances the sequences.
    await store.db
      .transaction(async (tx) => {
        await seedUsers(tx);
        tx.rollback();
      })
      .catch(() => undefined);
    await seedUsers(store.db);
    service = await startAdvocacy(store.storage);
  });
  afterAll(() => service.close());

  test.each([
    ['admin', ['1', '2'], true],
    ['viewer', ['1'], false],
    ['outsider', ['2'], true],
  ])('%s signs in to the teams %j', async (name, teamIds, writes) => {
    const credentials = { email: `${name}@patron.test`, password: `patron-demo-${name}` };
    const tokens = await signInThroughPages(service.baseUrl, credentials);
    expect(tokens.scope.includes('accounts:write')).toBe(writes);
    const response = await fetch(`${service.baseUrl}/v2/me?include=teams`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    const { included } = (await response.json()) as { included: { id: string }[] };
    expect(included.map(({ id }) => id)).toEqual(teamIds);
  });

  test('the partner client signs users in', async () => {
    const tokens = await signInThroughPages(
      service.baseUrl,
      { email: 'admin@patron.test', password: 'patron-demo-admin' },
      PARTNER,
    );
    expect(tokens.expires_in).toBe(3600);
  });

  test('the partner client may have connect results sent only to its own URLs', async () => {
    const { access_token: token } = await signInThroughPages(
      service.baseUrl,
      { email: 'admin@patron.test', password: 'patron-demo-admin' },
      PARTNER,
    );
    const rejectedParameters = async (address: string) => {
      const query = new URLSearchParams({ origin: address, redirect_uri: `${address}/callback` });
      const response = await fetch(`${service.baseUrl}/v2/teams/1/accounts/new?${query}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const { errors } = (await response.json()) as { errors: { source: { parameter: string } }[] };
      return errors.map(({ source }) => source.parameter);
    };
    // The missing type is always rejected.
    expect(await rejectedParameters('http://127.0.0.1:4199')).toEqual(['type']);
    expect(await rejectedParameters('http://127.0.0.1:4198')).toEqual([
      'type',
      'origin',
      'redirect_uri',
    ]);
  });
});
