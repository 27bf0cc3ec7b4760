import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { TokenResponse } from '#contract/advocacy/oauth.ts';
import { listSecurityEvents } from '#contract/audit/audit-events.ts';
import { type AccountUser, createAccountUser } from '#services/advocacy/testing/account-user.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { createTokenClient } from '#services/advocacy/testing/token-client.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('GET security-events (decisions.md, 47)', (store) => {
  let service: TestAdvocacy;
  let user: AccountUser;

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
  });
  beforeEach(async () => {
    user = await createAccountUser(service);
  });
  afterAll(() => service.close());

  const list = async (tokens: TokenResponse) => {
    const { status, body } = await user.call(tokens, 'GET', '/account/v1/security-events');
    expect(status).toBe(200);
    return listSecurityEvents.response.parse(body).data;
  };

  test('lists the user’s own sign-ins, sign-outs and password changes, newest first', async () => {
    const stranger = await createAccountUser(service);
    await stranger.signIn();
    const signedOut = await user.signIn();
    const { revoke } = createTokenClient(service.baseUrl, user);
    await revoke({ client_id: 'patron-console', token: signedOut.refresh_token });
    const tokens = await user.signIn();
    await user.call(tokens, 'POST', '/account/v1/password', {
      current_password: user.password,
      new_password: 'quiet lantern over water',
    });
    const events = await list(tokens);
    expect(events.map(({ action }) => action)).toEqual([
      'password.change',
      'sign_in.success',
      'session.sign_out',
      'sign_in.success',
    ]);
    for (const { actor, ip } of events) {
      expect(actor).toMatchObject({ kind: 'user', id: String(user.userId) });
      expect(ip).toEqual(expect.any(String));
    }
  });

  test('lists failed sign-ins, and once that the user was locked', async () => {
    for (let count = 0; count < 12; count += 1) await user.canSignIn('wrong');
    service.clock.advance(900);
    const tokens = await user.signIn();
    await vi.waitFor(async () => {
      const actions = (await list(tokens)).map(({ action }) => action);
      expect(actions.filter((action) => action === 'sign_in.failure')).toHaveLength(10);
      expect(actions.filter((action) => action === 'sign_in.lock')).toHaveLength(1);
    });
  });
});
