import { inspect } from 'node:util';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { memberships } from '#services/advocacy/teams/teams-table.ts';
import { type AccountsTeam, createAccountsTeam } from '#services/advocacy/testing/accounts-team.ts';
import {
  ORIGIN,
  postedMessage,
  redirectedMessage,
  returnFromThirdParty,
  startNewConnection,
} from '#services/advocacy/testing/connect-flow.ts';
import type { TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import {
  type ConnectService,
  startConnectService,
} from '#services/advocacy/testing/start-connect-service.ts';
import type { ThirdParty } from '#services/advocacy/testing/third-party.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { deleteExpiredConnections } from './connect-states.ts';
import { connectStates } from './connect-states-table.ts';

const NEW = `type=chirp&origin=${ORIGIN}`;

describeBothStorages('failed connect callback', (store) => {
  let connectService: ConnectService;
  let service: TestAdvocacy;
  let thirdParty: ThirdParty;
  let team: AccountsTeam;

  beforeAll(async () => {
    connectService = await startConnectService(store.storage);
    ({ service, thirdParty, team } = connectService);
  });
  beforeEach(() => {
    connectService.nextAccount();
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => connectService.close());

  const expectError = async (response: Response, status: number) => {
    expect(response.status).toBe(status);
    const { message } = await postedMessage(response);
    expect(message).toMatchObject({ status, data: { errors: [{ status: String(status) }] } });
    return message;
  };

  describe('rejects', () => {
    test('an account that the team already has, but not for another team', async () => {
      await returnFromThirdParty(await startNewConnection(team, NEW));
      await expectError(await returnFromThirdParty(await startNewConnection(team, NEW)), 422);
      const other = await createAccountsTeam(service);
      expect((await returnFromThirdParty(await startNewConnection(other, NEW))).status).toBe(200);
    });

    test('all but one of several parallel connections of one account', async () => {
      const pages = await Promise.all(
        Array.from({ length: 6 }, () => startNewConnection(team, NEW)),
      );
      const responses = await Promise.all(pages.map((page) => returnFromThirdParty(page)));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(422)]);
    });

    test('access denied by the user with 403, by message and by redirect', async () => {
      const denied = { error: 'access_denied', error_description: '<b>no</b>' };
      const message = await expectError(
        await returnFromThirdParty(await startNewConnection(team, NEW), denied),
        403,
      );
      expect(message.data).toMatchObject({ errors: [{ code: '4030000' }] });
      const page = await startNewConnection(
        team,
        'type=chirp&redirect_uri=https://console.example/back',
      );
      const redirected = redirectedMessage(await returnFromThirdParty(page, denied));
      expect(redirected.message).toMatchObject({ type: 'account_new', status: 403 });
    });

    test.each<[string, Record<string, string>, number]>([
      ['no code', {}, 422],
      ['an empty code', { code: '' }, 422],
      ['another issuer', { code: 'x', iss: 'https://evil.example' }, 422],
      ['a server error', { error: 'server_error' }, 502],
    ])('a callback with %s', async (_case, response, status) => {
      await expectError(
        await returnFromThirdParty(await startNewConnection(team, NEW), response),
        status,
      );
    });

    test.each<[string, Partial<Pick<ThirdParty, 'token' | 'profile'>>, number]>([
      ['rejects the code', { token: { status: 400, body: { error: 'invalid_grant' } } }, 422],
      ['rejects our client', { token: { status: 401, body: { error: 'invalid_client' } } }, 502],
      ['fails', { token: { status: 500, body: 'oops' } }, 502],
      ['returns invalid JSON', { token: { status: 200, body: '{oops' } }, 502],
      ['returns no token', { token: { status: 200, body: {} } }, 502],
      ['returns a list', { token: { status: 200, body: [] } }, 502],
      ['denies the profile', { profile: { status: 403, body: {} } }, 502],
      ['returns an invalid profile', { profile: { status: 200, body: '<html>' } }, 502],
      ['returns a profile without id', { profile: { status: 200, body: { id: null } } }, 502],
      ['returns null', { profile: { status: 200, body: 'null' } }, 502],
    ])('a third party that %s', async (_case, responses, status) => {
      Object.assign(thirdParty, responses);
      await expectError(await returnFromThirdParty(await startNewConnection(team, NEW)), status);
    });

    test.each<[Partial<Pick<ThirdParty, 'token' | 'profile'>>, string]>([
      [{ token: { status: 400, body: { error: 'invalid_client' } } }, 'status 400, invalid_client'],
      [{ token: { status: 200, body: '{"access_token":"their-token",oops' } }, 'SyntaxError'],
      [{ profile: { status: 403, body: {} } }, 'status 403 at the profile'],
      [{ profile: { status: 200, body: 'null' } }, 'no external id in the profile'],
    ])('a failing third party, and logs why without tokens (%j)', async (responses, reason) => {
      Object.assign(thirdParty, responses);
      const warn = vi.spyOn(service.dependencies.log, 'warn');
      await expectError(await returnFromThirdParty(await startNewConnection(team, NEW)), 502);
      expect(warn.mock.lastCall?.[0]).toMatchObject({
        network: 'chirp',
        err: { cause: { message: reason } },
      });
      expect(inspect(warn.mock.lastCall)).not.toContain('their-token');
    });

    test('a user who has left the team or lost write access', async () => {
      const leaver = await team.member(team.writerRoleId);
      const start = async () => {
        const path = `/accounts/new?${NEW}`;
        const { body } = await team.request('GET', path, { token: leaver.token });
        return new URL((body as { data: { attributes: { url: string } } }).data.attributes.url);
      };
      const [first, second] = [await start(), await start()];
      const isLeaver = eq(memberships.userId, leaver.userId);
      await store.db.update(memberships).set({ roleId: team.readerRoleId }).where(isLeaver);
      await expectError(await returnFromThirdParty(first), 403);
      await store.db.delete(memberships).where(isLeaver);
      await expectError(await returnFromThirdParty(second), 403);
    });
  });

  describe('state', () => {
    test('is accepted by only one of several parallel callbacks', async () => {
      const page = await startNewConnection(team, NEW);
      const responses = await Promise.all(
        Array.from({ length: 8 }, () => returnFromThirdParty(page)),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
      expect((await returnFromThirdParty(page)).status).toBe(400);
    });

    test('is not consumed by a HEAD request', async () => {
      const page = await startNewConnection(team, NEW);
      expect((await returnFromThirdParty(page, undefined, 'HEAD')).status).toBe(405);
      expect((await returnFromThirdParty(page)).status).toBe(200);
    });

    test('is not accepted again after a failure', async () => {
      const page = await startNewConnection(team, NEW);
      await returnFromThirdParty(page, { error: 'access_denied' });
      expect((await returnFromThirdParty(page)).status).toBe(400);
    });

    test('expires after ten minutes, with a message', async () => {
      const [inTime, late] = [
        await startNewConnection(team, NEW),
        await startNewConnection(team, NEW),
      ];
      service.clock.advance(599);
      expect((await returnFromThirdParty(inTime)).status).toBe(200);
      service.clock.advance(1);
      await expectError(await returnFromThirdParty(late), 422);
    });

    test("is accepted only at its own network's callback", async () => {
      const page = await startNewConnection(team, NEW);
      const callback = `${service.baseUrl}/connect/callback/bare`;
      page.searchParams.set('redirect_uri', callback);
      await expectError(await returnFromThirdParty(page), 422);
    });

    test.each(['', '?state=', '?state=made-up&code=x', '?state=%00', '?state=a&state=b'])(
      'is rejected if it was never issued: %s',
      async (query) => {
        const response = await fetch(`${service.baseUrl}/connect/callback/chirp${query}`);
        expect(response.status).toBe(400);
        const page = await response.text();
        expect(page).toContain('<h1>Account not connected</h1>');
        expect(page).not.toContain('data-message');
      },
    );

    test('is not stored in plain text, nor is the verifier', async () => {
      const page = await startNewConnection(team, NEW);
      const state = page.searchParams.get('state') ?? '-';
      const stored = JSON.stringify(await store.db.select().from(connectStates));
      expect(stored).not.toContain(state);
    });

    test('is deleted a day after it expired', async () => {
      await store.db.delete(connectStates);
      const page = await startNewConnection(team, NEW);
      const digests = async () =>
        (await store.db.select().from(connectStates)).map((row) => row.stateDigest);
      const stateDigest = digest(page.searchParams.get('state') ?? '');
      service.clock.advance(86_400 + 599);
      await deleteExpiredConnections(store.db, service.clock);
      expect(await digests()).toEqual([stateDigest]);
      service.clock.advance(1);
      await deleteExpiredConnections(store.db, service.clock);
      expect(await digests()).toEqual([]);
    });
  });
});
