import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
  type Connecting,
  startConnectService,
} from '#services/advocacy/testing/start-connect-service.ts';
import type { ThirdParty } from '#services/advocacy/testing/third-party.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { deleteExpiredConnections } from './connect-states.ts';
import { connectStates } from './connect-states-table.ts';

const NEW = `type=chirp&origin=${ORIGIN}`;

describeStorages('a way back that leads nowhere', (store) => {
  let connecting: Connecting;
  let service: TestAdvocacy;
  let thirdParty: ThirdParty;
  let team: AccountsTeam;

  beforeAll(async () => {
    connecting = await startConnectService(store.storage);
    ({ service, thirdParty, team } = connecting);
  });
  beforeEach(() => {
    connecting.nextAccount();
  });
  afterAll(() => connecting.close());

  const expectRefusal = async (response: Response, status: number) => {
    expect(response.status).toBe(status);
    const { message } = await postedMessage(response);
    expect(message).toMatchObject({ status, data: { errors: [{ status: String(status) }] } });
    return message;
  };

  describe('refuses', () => {
    test('an account that is connected to the team already; another team may connect it', async () => {
      await returnFromThirdParty(await startNewConnection(team, NEW));
      await expectRefusal(await returnFromThirdParty(await startNewConnection(team, NEW)), 422);
      const other = await createAccountsTeam(service);
      expect((await returnFromThirdParty(await startNewConnection(other, NEW))).status).toBe(200);
    });

    test('all but one of parallel connections of one account', async () => {
      const pages = await Promise.all(
        Array.from({ length: 6 }, () => startNewConnection(team, NEW)),
      );
      const responses = await Promise.all(pages.map((page) => returnFromThirdParty(page)));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(422)]);
    });

    test('with 403 when the person denies it there, by message and by redirect', async () => {
      const denied = { error: 'access_denied', error_description: '<b>no</b>' };
      const message = await expectRefusal(
        await returnFromThirdParty(await startNewConnection(team, NEW), denied),
        403,
      );
      expect(message.data).toMatchObject({ errors: [{ code: '4030000' }] });
      const page = await startNewConnection(
        team,
        'type=chirp&redirect_uri=https://console.example/back',
      );
      const carried = redirectedMessage(await returnFromThirdParty(page, denied));
      expect(carried.message).toMatchObject({ type: 'account_new', status: 403 });
    });

    test.each<[string, Record<string, string>, number]>([
      ['no code', {}, 422],
      ['an empty code', { code: '' }, 422],
      ['an issuer that is not theirs', { code: 'x', iss: 'https://evil.example' }, 422],
      ['a fault of theirs', { error: 'server_error' }, 502],
    ])('an answer with %s', async (_case, answer, status) => {
      await expectRefusal(
        await returnFromThirdParty(await startNewConnection(team, NEW), answer),
        status,
      );
    });

    test.each<[string, Partial<Pick<ThirdParty, 'token' | 'profile'>>, number]>([
      ['refuses the code', { token: { status: 400, body: { error: 'invalid_grant' } } }, 422],
      ['does not know us', { token: { status: 401, body: { error: 'invalid_client' } } }, 502],
      ['is broken', { token: { status: 500, body: 'oops' } }, 502],
      ['answers no JSON', { token: { status: 200, body: '{oops' } }, 502],
      ['answers no token', { token: { status: 200, body: {} } }, 502],
      ['answers a list', { token: { status: 200, body: [] } }, 502],
      ['withholds the profile', { profile: { status: 403, body: {} } }, 502],
      ['answers a broken profile', { profile: { status: 200, body: '<html>' } }, 502],
      ['does not say who it is', { profile: { status: 200, body: { id: null } } }, 502],
      ['answers null', { profile: { status: 200, body: 'null' } }, 502],
    ])('what a third party says that %s', async (_case, answers, status) => {
      Object.assign(thirdParty, answers);
      await expectRefusal(await returnFromThirdParty(await startNewConnection(team, NEW)), status);
    });

    test('who left the team, or may only read by now', async () => {
      const leaver = await team.member(team.writerRoleId);
      const begin = async () => {
        const path = `/accounts/new?${NEW}`;
        const { body } = await team.request('GET', path, { token: leaver.token });
        return new URL((body as { data: { attributes: { url: string } } }).data.attributes.url);
      };
      const [first, second] = [await begin(), await begin()];
      const mine = eq(memberships.userId, leaver.userId);
      await store.db.update(memberships).set({ roleId: team.readerRoleId }).where(mine);
      await expectRefusal(await returnFromThirdParty(first), 403);
      await store.db.delete(memberships).where(mine);
      await expectRefusal(await returnFromThirdParty(second), 403);
    });
  });

  describe('takes a state', () => {
    test('once, of any number of parallel callbacks', async () => {
      const page = await startNewConnection(team, NEW);
      const responses = await Promise.all(
        Array.from({ length: 8 }, () => returnFromThirdParty(page)),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
      expect((await returnFromThirdParty(page)).status).toBe(400);
    });

    test('of the person alone: not of who only looks at the address', async () => {
      const page = await startNewConnection(team, NEW);
      expect((await returnFromThirdParty(page, undefined, 'HEAD')).status).toBe(405);
      expect((await returnFromThirdParty(page)).status).toBe(200);
    });

    test('that failed not once more', async () => {
      const page = await startNewConnection(team, NEW);
      await returnFromThirdParty(page, { error: 'access_denied' });
      expect((await returnFromThirdParty(page)).status).toBe(400);
    });

    test('for ten minutes, and says so to who waits', async () => {
      const [inTime, late] = [
        await startNewConnection(team, NEW),
        await startNewConnection(team, NEW),
      ];
      service.clock.advance(599);
      expect((await returnFromThirdParty(inTime)).status).toBe(200);
      service.clock.advance(1);
      await expectRefusal(await returnFromThirdParty(late), 422);
    });

    test("at its own network's callback only", async () => {
      const page = await startNewConnection(team, NEW);
      const callback = `${service.baseUrl}/connect/callback/bare`;
      page.searchParams.set('redirect_uri', callback);
      await expectRefusal(await returnFromThirdParty(page), 422);
    });

    test.each(['', '?state=', '?state=made-up&code=x', '?state=%00', '?state=a&state=b'])(
      'and none that it never gave out: %s',
      async (query) => {
        const response = await fetch(`${service.baseUrl}/connect/callback/chirp${query}`);
        expect(response.status).toBe(400);
        const page = await response.text();
        expect(page).toContain('<h1>Account not connected</h1>');
        expect(page).not.toContain('data-message');
      },
    );

    test('stores neither it nor the verifier in the clear', async () => {
      const page = await startNewConnection(team, NEW);
      const state = page.searchParams.get('state') ?? '-';
      const stored = JSON.stringify(await store.db.select().from(connectStates));
      expect(stored).not.toContain(state);
    });

    test('that nobody came back with is forgotten after a day', async () => {
      await store.db.delete(connectStates);
      const page = await startNewConnection(team, NEW);
      const digests = async () =>
        (await store.db.select().from(connectStates)).map(({ stateDigest }) => stateDigest);
      const ours = digest(page.searchParams.get('state') ?? '');
      service.clock.advance(86_400 + 599);
      await deleteExpiredConnections(store.db, service.clock);
      expect(await digests()).toEqual([ours]);
      service.clock.advance(1);
      await deleteExpiredConnections(store.db, service.clock);
      expect(await digests()).toEqual([]);
    });
  });
});
