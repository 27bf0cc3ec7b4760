import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountUser, createAccountUser } from '#services/advocacy/testing/account-user.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

const PATH = '/account/v1/email-settings';

describeStorages('email settings', (store) => {
  let service: TestAdvocacy;
  let user: AccountUser;

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    user = await createAccountUser(service);
  });
  afterAll(() => service.close());

  test('are on until the user switches them off', async () => {
    const tokens = await user.signIn();
    const get = async () => (await user.call(tokens, 'GET', PATH)).body.data;
    expect(await get()).toEqual({ account_expiry: true });
    const changed = await user.call(tokens, 'PATCH', PATH, { account_expiry: false });
    expect(changed).toEqual({ status: 200, body: { data: { account_expiry: false } } });
    expect(await get()).toEqual({ account_expiry: false });
    const rejected = await user.call(tokens, 'PATCH', PATH, { account_expiry: 'no' });
    expect(rejected.status).toBe(422);
  });
});
