import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorDocumentSchema } from '#contract/json-api.ts';
import { type AccountUser, createAccountUser } from '#services/advocacy/testing/account-user.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

const PATH = '/account/v1/profile';

describeStorages("the user's name", (store) => {
  let service: TestAdvocacy;
  let user: AccountUser;

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    user = await createAccountUser(service);
  });
  afterAll(() => service.close());

  test('is changed by its owner, who sees it among their security events', async () => {
    const tokens = await user.signIn();
    const { data: before } = (await user.call(tokens, 'GET', PATH)).body;
    const changed = await user.call(tokens, 'PATCH', PATH, { name: '  Zoë Ní Ḃriain ' });
    const data = { name: 'Zoë Ní Ḃriain', confirm: ['password'] };
    expect(changed).toEqual({ status: 200, body: { data } });
    expect((await user.call(tokens, 'GET', PATH)).body.data).toEqual(data);
    const { data: events } = (await user.call(tokens, 'GET', '/account/v1/security-events')).body;
    expect(events[0]).toMatchObject({
      action: 'user.update',
      changes: [{ field: 'name', before: before.name, after: 'Zoë Ní Ḃriain' }],
    });
  });

  test.each([
    ['empty', '', 'Enter your name'],
    ['blank', ' \t ', 'Enter your name'],
    ['too long', 'x'.repeat(100), 'Use 99 characters or fewer'],
    ['in two lines', 'Ada\nMarsh', 'Contains a character that is not allowed'],
    ['in two lines of Unicode', 'Ada\u2028Marsh', 'Contains a character that is not allowed'],
    ['with an escape', 'Ada\u001b[31m', 'Contains a character that is not allowed'],
    ['a number', 7, 'Must be text'],
    ['missing', undefined, 'Required.'],
  ])('is rejected when %s', async (_, name, detail) => {
    const tokens = await user.signIn();
    const { status, body } = await user.call(tokens, 'PATCH', PATH, { name });
    expect(status).toBe(422);
    expect(errorDocumentSchema.parse(body).errors).toMatchObject([
      { detail, source: { pointer: '/name' } },
    ]);
  });
});
