import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorDocumentSchema } from '#contract/json-api.ts';
import { type AccountUser, createAccountUser } from '#services/advocacy/testing/account-user.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const PATH = '/account/v1/password';
const NEW = 'quiet lantern over water';

describeBothStorages('POST password (decisions.md, 48)', (store) => {
  let service: TestAdvocacy;
  let user: AccountUser;

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
  });
  beforeEach(async () => {
    user = await createAccountUser(service);
  });
  afterAll(() => service.close());

  test('changes the password, ends all other sessions and announces it', async () => {
    const other = await user.signIn();
    const tokens = await user.signIn();
    const body = { current_password: user.password, new_password: NEW };
    expect((await user.call(tokens, 'POST', PATH, body)).status).toBe(204);
    expect(await user.isAlive(tokens)).toBe(true);
    expect(await user.isAlive(other)).toBe(false);
    expect(await user.canSignIn(user.password)).toBe(false);
    expect(await user.canSignIn(NEW)).toBe(true);
    expect((await user.received()).map(({ subject }) => subject)).toContain(
      'Your Patron password was changed',
    );
  });

  test.each([
    ['the wrong current password', { current_password: 'wrong' }, '/current_password'],
    ['no current password', { current_password: undefined }, '/current_password'],
    ['a short password', { new_password: 'elevenchars' }, '/new_password'],
    ['a common password', { new_password: '123456Qwerty' }, '/new_password'],
    ['no new password', { new_password: '' }, '/new_password'],
    ['a password that is no text', { new_password: 5 }, '/new_password'],
  ])('rejects %s with 422 at the field', async (_what, changes, pointer) => {
    const tokens = await user.signIn();
    const body = { current_password: user.password, new_password: NEW, ...changes };
    const response = await user.call(tokens, 'POST', PATH, body);
    expect(response.status).toBe(422);
    expect(errorDocumentSchema.parse(response.body).errors[0]?.source?.pointer).toBe(pointer);
    expect(await user.canSignIn(user.password)).toBe(true);
  });

  test('rejects the email address in any case', async () => {
    const tokens = await user.signIn();
    const body = { current_password: user.password, new_password: user.email.toUpperCase() };
    expect((await user.call(tokens, 'POST', PATH, body)).status).toBe(422);
  });

  test('counts wrong passwords together with those of the id_token', async () => {
    const tokens = await user.signIn();
    const attempt = (current: string) =>
      user.call(tokens, 'POST', PATH, { current_password: current, new_password: NEW });
    for (let count = 0; count < 4; count += 1) expect((await attempt('wrong')).status).toBe(422);
    await user.sendPassword(tokens, 'wrong');
    expect((await attempt(user.password)).status).toBe(429);
    service.clock.advance(900);
    expect((await attempt(user.password)).status).toBe(204);
  });

  test('lets one of several parallel changes through', async () => {
    const tokens = await user.signIn();
    const responses = await Promise.all(
      ['one', 'two', 'three'].map((word) =>
        user.call(tokens, 'POST', PATH, {
          current_password: user.password,
          new_password: `${NEW} ${word}`,
        }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 422, 422]);
  });
});
