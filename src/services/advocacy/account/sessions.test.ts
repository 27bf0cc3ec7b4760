import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listSessions } from '#contract/account/sessions.ts';
import { type TokenResponse, tokenResponseSchema } from '#contract/advocacy/oauth.ts';
import { SCOPES } from '#contract/advocacy/scopes.ts';
import { memberships } from '#services/advocacy/teams/teams-table.ts';
import { type AccountUser, createAccountUser } from '#services/advocacy/testing/account-user.ts';
import { addMember, createTeam } from '#services/advocacy/testing/sign-in.ts';
import {
  consoleAuthorization,
  signInThroughPages,
} from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { createTokenClient } from '#services/advocacy/testing/token-client.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const SESSIONS = '/account/v1/sessions';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

describeBothStorages('sessions of the signed-in user (decisions.md, 48)', (store) => {
  let service: TestAdvocacy;
  let user: AccountUser;

  beforeAll(async () => {
    service = await startAdvocacy(store.storage, {}, { trustedProxies: ['127.0.0.1', '::1'] });
  });
  beforeEach(async () => {
    user = await createAccountUser(service);
  });
  afterAll(() => service.close());

  const list = async (tokens: TokenResponse, query = '') => {
    const { status, body } = await user.call(tokens, 'GET', `${SESSIONS}${query}`);
    expect(status).toBe(200);
    return listSessions.response.parse(body);
  };

  test('are listed with the time, address and browser of their last use', async () => {
    const start = service.clock.now().toISOString();
    const first = await user.signInFrom({ 'user-agent': FIREFOX, 'x-forwarded-for': '192.0.2.7' });
    service.clock.advance(60);
    const second = await user.signInFrom({
      'user-agent': 'curl/8',
      'x-forwarded-for': '192.0.2.8',
    });
    const { data, ...page } = await list(second);
    expect(page).toEqual({ total: 2, next_cursor: null, more: false });
    const common = { id: expect.any(String), client: 'the Patron console' };
    expect(data).toEqual([
      expect.objectContaining({ ...common, current: true, ip: '192.0.2.8', user_agent: 'curl/8' }),
      {
        ...common,
        current: false,
        created_at: start,
        last_used_at: start,
        ip: '192.0.2.7',
        user_agent: FIREFOX,
      },
    ]);

    service.clock.advance(60);
    const { refreshForm, token } = createTokenClient(service.baseUrl, user);
    await token(refreshForm(first), { 'user-agent': 'renewed', 'x-forwarded-for': '192.0.2.9' });
    expect((await list(second)).data[0]).toMatchObject({
      current: false,
      created_at: start,
      last_used_at: service.clock.now().toISOString(),
      ip: '192.0.2.9',
      user_agent: 'renewed',
    });
  });

  test('are listed in pages', async () => {
    const tokens = await user.signIn();
    for (let count = 0; count < 2; count += 1) {
      service.clock.advance(1);
      await user.signIn();
    }
    const first = await list(tokens, '?count=2');
    expect(first).toMatchObject({ total: 3, more: true });
    const second = await list(tokens, `?count=2&start_cursor=${first.next_cursor}`);
    expect(second).toMatchObject({ total: 3, more: false, next_cursor: null });
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    for (const cursor of ['forged', '999999999999999.a']) {
      const forged = await user.call(tokens, 'GET', `${SESSIONS}?start_cursor=${cursor}`);
      expect(forged.status).toBe(400);
    }
  });

  test('end with their next request, and only those of the user', async () => {
    const other = await user.signIn();
    service.clock.advance(1);
    const tokens = await user.signIn();
    const [current, ended] = (await list(tokens)).data;
    const stranger = await createAccountUser(service);
    const strangerTokens = await stranger.signIn();
    const path = `${SESSIONS}/${ended?.id}`;
    expect((await user.call(strangerTokens, 'DELETE', path)).status).toBe(404);
    expect(await user.isAlive(other)).toBe(true);

    expect((await user.call(tokens, 'DELETE', path)).status).toBe(204);
    expect(await user.isAlive(other)).toBe(false);
    const { refreshForm, token } = createTokenClient(service.baseUrl, user);
    expect((await token(refreshForm(other))).status).toBe(400);
    expect((await user.call(tokens, 'DELETE', path)).status).toBe(404);
    expect((await list(tokens)).data.map(({ id }) => id)).toEqual([current?.id]);
  });

  test('disappear when their tokens have expired or were revoked', async () => {
    const signedOut = await user.signIn();
    await user.signIn();
    service.clock.advance(15 * 86_400);
    const tokens = await user.signIn();
    const { revoke } = createTokenClient(service.baseUrl, user);
    await revoke({ client_id: 'patron-console', token: signedOut.refresh_token });
    expect(await list(tokens)).toMatchObject({ total: 1, data: [{ current: true }] });
  });

  test('adopt a changed role, without a new sign-in', async () => {
    const { db } = service.dependencies;
    const team = await createTeam(db, 'Northwind');
    await addMember(db, user.userId, team.teamId, team.readerRoleId);
    const path = `${SESSIONS}/current/scopes`;
    const tokens = await user.signIn();
    expect(tokens.scope).not.toContain('accounts:write');
    const early = await user.call(tokens, 'POST', path);
    expect(early.body.data.scopes).not.toContain('accounts:write');

    await db
      .update(memberships)
      .set({ roleId: team.writerRoleId })
      .where(eq(memberships.userId, user.userId));
    const { refreshForm, token } = createTokenClient(service.baseUrl, user);
    const refreshed = await token(refreshForm(tokens));
    const before = tokenResponseSchema.parse(await refreshed.json());
    expect(before.scope).not.toContain('accounts:write');
    const { status, body } = await user.call(before, 'POST', path);
    expect([status, body.data.scopes.toSorted()]).toEqual([200, SCOPES.toSorted()]);

    const after = tokenResponseSchema.parse(await (await token(refreshForm(before))).json());
    expect(after.scope.split(' ').toSorted()).toEqual(SCOPES.toSorted());
    const again = tokenResponseSchema.parse(await (await token(refreshForm(after))).json());
    expect(again.scope).toContain('accounts:write');
    const events = await user.call(again, 'GET', '/account/v1/security-events');
    const renewals = events.body.data.filter(
      ({ action }: { action: string }) => action === 'session.update',
    );
    const changed = renewals.map(({ changes }: { changes: { field: string }[] }) =>
      changes.find(({ field }) => field === 'role'),
    );
    expect(changed).toEqual([{ field: 'role', before: null, after: 'Administrator' }]);
  });

  test('gain nothing that was not requested at the sign-in', async () => {
    const { db } = service.dependencies;
    const team = await createTeam(db, 'Northwind');
    await addMember(db, user.userId, team.teamId, team.readerRoleId);
    const tokens = await signInThroughPages(service.baseUrl, user, {
      ...consoleAuthorization(service.baseUrl),
      scope: 'identity identity:write accounts:write',
    });
    await db
      .update(memberships)
      .set({ roleId: team.writerRoleId })
      .where(eq(memberships.userId, user.userId));
    const { body } = await user.call(tokens, 'POST', `${SESSIONS}/current/scopes`);
    expect(body.data.scopes.toSorted()).toEqual(['accounts:write', 'identity', 'identity:write']);
  });

  test('need a token', async () => {
    expect((await fetch(`${service.baseUrl}${SESSIONS}`)).status).toBe(401);
  });
});
