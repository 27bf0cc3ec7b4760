import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Answer, type LocalServer, startLocalServer } from '../testing/local-server.ts';
import type { Session } from './session-model.ts';
import type { SignInReply } from './sign-in-reply.ts';
import { openBrowser } from './testing/open-browser.ts';
import type { TokenAnswer } from './token-endpoint.ts';

let server: LocalServer;
let answerToken: (form: URLSearchParams) => Answer | Promise<Answer>;
let issued: number;

/** Rotates refresh tokens as the service does: each works once. */
function grant(expiresIn = 3600): Answer {
  issued += 1;
  return {
    body: {
      access_token: `access-${issued}`,
      token_type: 'Bearer',
      expires_in: expiresIn,
      refresh_token: `refresh-${issued}`,
      scope: 'identity',
      created_at: 0,
    },
  };
}

/** What the token endpoint answered to a request that left so long ago, in ms. */
async function answered({ status = 200, body }: Answer, age = 0): Promise<TokenAnswer> {
  return { ok: status === 200, status, body, requestId: undefined, age };
}

const INVALID_GRANT: Answer = { status: 400, body: { error: 'invalid_grant' } };

beforeEach(async () => {
  issued = 0;
  answerToken = () => grant();
  server = await startLocalServer(({ url, body }) =>
    url === '/oauth/token' ? answerToken(new URLSearchParams(body)) : { status: 200, body: '' },
  );
  const entries = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
  });
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await server.close();
});

const tokenRequests = () => server.requests.filter(({ url }) => url === '/oauth/token');

/** A tab that has been signed in for a while, so that its end is told over the page. */
async function signedIn(session: Session) {
  session.start(undefined);
  await session.access();
}

describe('refresh', () => {
  test('many requests, and five tabs, make one', async () => {
    const browser = openBrowser(server.url, 'refresh-0');
    const tabs = Array.from({ length: 5 }, () => browser.openTab());
    const tokens = await Promise.all(
      tabs.flatMap(({ session }) => [session.access(), session.access()]),
    );
    expect(new Set(tokens.map(({ accessToken }) => accessToken))).toEqual(new Set(['access-1']));
    expect(tokenRequests()).toHaveLength(1);
    expect(browser.refreshToken()).toBe('refresh-1');
  });

  test('happens before the token ends', async () => {
    answerToken = () => grant(issued === 0 ? 30 : 3600);
    const { session } = openBrowser(server.url, 'refresh-0').openTab();
    await session.access();
    expect((await session.access()).accessToken).toBe('access-2');
  });

  test('happens for a token that has to last longer', async () => {
    answerToken = () => grant(issued === 0 ? 600 : 3600);
    const { session } = openBrowser(server.url, 'refresh-0').openTab();
    await session.access();
    expect((await session.access(900_000)).accessToken).toBe('access-2');
  });

  test('uses the token that another tab has stored', async () => {
    answerToken = (form) => {
      expect(form.get('refresh_token')).toBe(`refresh-${issued}`);
      return grant(30);
    };
    const browser = openBrowser(server.url, 'refresh-0');
    const [first, second] = [browser.openTab(), browser.openTab()];
    await first.session.access();
    await second.session.access();
    await first.session.access();
    expect(tokenRequests()).toHaveLength(3);
  });

  test('that was begun before the session was there is finished, and no other made', async () => {
    const browser = openBrowser(server.url, 'refresh-0');
    const begun = { refreshToken: 'refresh-0', answer: answered(grant(), 60_000) };
    const { session } = browser.openTab({ begun });
    session.start(undefined);
    const { accessToken, expiresAt } = await session.access();
    expect(accessToken).toBe('access-1');
    // Its life is counted from when it was asked for.
    expect(expiresAt).toBeLessThanOrEqual(Date.now() + 3600_000 - 60_000);
    expect(tokenRequests()).toHaveLength(0);
  });

  test('that could not be begun before is made in turn', async () => {
    const { session } = openBrowser(server.url, 'refresh-0').openTab({ begun: undefined });
    session.start(undefined);
    await expect(session.access()).resolves.toMatchObject({ accessToken: 'access-1' });
    expect(tokenRequests()).toHaveLength(1);
  });

  test('that was begun before with a token at its end ends the session', async () => {
    const browser = openBrowser(server.url, 'refresh-0');
    const begun = { refreshToken: 'refresh-0', answer: answered(INVALID_GRANT) };
    const { session, left } = browser.openTab({ begun });
    session.start(undefined);
    await vi.waitFor(() => expect(left[0]).toContain('/oauth/authorize'));
    expect(browser.refreshToken()).toBeNull();
  });

  test.each([
    ['the service has a fault', async () => ({ status: 503, body: '<html>' })],
    ['an answer makes no sense', async () => ({ status: 200, body: '<html>' })],
  ])('keeps the session when %s', async (_what, answer) => {
    const browser = openBrowser(server.url, 'refresh-0');
    const { session, left } = browser.openTab();
    answerToken = answer;
    session.start(undefined);
    await expect(session.access()).rejects.toMatchObject({ name: 'ApiError' });
    expect(browser.refreshToken()).toBe('refresh-0');
    expect(left).toEqual([]);
    answerToken = () => grant();
    await expect(session.access()).resolves.toMatchObject({ accessToken: 'access-1' });
  });

  test('keeps the session when the network fails', async () => {
    const browser = openBrowser('http://127.0.0.1:1', 'refresh-0');
    const { session } = browser.openTab();
    await expect(session.access()).rejects.toMatchObject({ kind: 'network' });
    expect(browser.refreshToken()).toBe('refresh-0');
  });

  test('goes on with what is left of a token when it fails', async () => {
    answerToken = () => (issued === 0 ? grant(30) : { status: 503, body: '' });
    const { session } = openBrowser(server.url, 'refresh-0').openTab();
    await session.access();
    await expect(session.access()).resolves.toMatchObject({ accessToken: 'access-1' });
  });

  test('after a refusal happens once for all the requests that were refused', async () => {
    const { session } = openBrowser(server.url, 'refresh-0').openTab();
    await session.access();
    const renewed = await Promise.all([session.renew('access-1'), session.renew('access-1')]);
    expect(renewed.map(({ accessToken }) => accessToken)).toEqual(['access-2', 'access-2']);
    expect(tokenRequests()).toHaveLength(2);
  });
});

describe('the end of a session', () => {
  async function endedTabs() {
    const browser = openBrowser(server.url, 'refresh-0');
    const [here, there] = [browser.openTab({ shows: 'person-1' }), browser.openTab()];
    await Promise.all([signedIn(here.session), signedIn(there.session)]);
    answerToken = () => INVALID_GRANT;
    const waiting = here.session.renew('access-1');
    await vi.waitFor(() => expect(here.session.getState().status).toBe('ended'));
    return { browser, here, there, waiting };
  }

  test('is told over the page in every tab, and leaves none', async () => {
    const { browser, here, there } = await endedTabs();
    await vi.waitFor(() =>
      expect(there.session.getState()).toEqual({ status: 'ended', asking: true }),
    );
    expect(browser.refreshToken()).toBeNull();
    expect([...here.left, ...there.left]).toEqual([]);
  });

  test('holds requests until somebody signs in again, in whichever window', async () => {
    const { browser, here, waiting } = await endedTabs();
    const address = new URL(await here.session.signInAddress());
    const popup = browser.openTab();
    answerToken = () => grant();
    const state = address.searchParams.get('state') ?? '';
    popup.session.start(replyOf(state, { inPopup: true }));
    await expect(waiting).resolves.toMatchObject({ accessToken: 'access-2' });
    expect(here.session.getState().status).toBe('signed-in');
    expect(popup.session.getState().status).toBe('done');
  });

  test('takes the page away when somebody else signs in', async () => {
    const { browser, here } = await endedTabs();
    const other = browser.openTab({ shows: 'person-2', owners: { 'access-2': 'person-2' } });
    const leaving = browser.openTab({ shows: 'person-1', owners: { 'access-2': 'person-2' } });
    answerToken = () => grant();
    const address = new URL(await here.session.signInAddress());
    other.session.start(replyOf(address.searchParams.get('state') ?? '', { inPopup: false }));
    await vi.waitFor(() => expect(leaving.left).toEqual(['/']));
  });

  test('can be put off, which fails what waits, and is asked again by the next request', async () => {
    const { here, waiting } = await endedTabs();
    const refused = expect(waiting).rejects.toMatchObject({ kind: 'refused', status: 401 });
    here.session.dismiss();
    await refused;
    expect(here.session.getState()).toEqual({ status: 'ended', asking: false });
    void here.session.access().catch(() => {});
    expect(here.session.getState()).toEqual({ status: 'ended', asking: true });
  });
});

describe('a visit', () => {
  test('without a session leaves for the sign-in page, and remembers the deep link', async () => {
    const { session, left } = openBrowser(server.url, null).openTab();
    session.start(undefined);
    await vi.waitFor(() => expect(left).toHaveLength(1));
    const url = new URL(left[0] ?? '');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'patron-console',
      redirect_uri: 'http://console.test/auth/callback',
      scope: 'identity accounts:read',
      code_challenge_method: 'S256',
    });
    const pending = JSON.parse(
      sessionStorage.getItem(`patron.sign-in.${url.searchParams.get('state')}`) ?? '',
    );
    expect(pending).toMatchObject({ returnTo: '/teams/1/members?tag=vip', inPopup: false });
  });

  test('with a session that has ended leaves for the sign-in page too', async () => {
    answerToken = () => INVALID_GRANT;
    const { session, left } = openBrowser(server.url, 'refresh-0').openTab();
    session.start(undefined);
    await vi.waitFor(() => expect(left[0]).toContain('/oauth/authorize'));
  });

  test('from the sign-in page exchanges the code once, whoever asks for a token', async () => {
    const browser = openBrowser(server.url, null);
    const { session } = browser.openTab();
    session.start(replyOf('state-1', { inPopup: false }));
    await Promise.all([session.access(), session.access()]);
    const forms = tokenRequests().map(({ body }) => new URLSearchParams(body));
    expect(forms).toHaveLength(1);
    expect(Object.fromEntries(forms[0] ?? [])).toMatchObject({
      grant_type: 'authorization_code',
      code: 'code-1',
      code_verifier: 'verifier-verifier-verifier-verifier-verifier',
      redirect_uri: 'http://console.test/auth/callback',
    });
    expect(browser.refreshToken()).toBe('refresh-1');
  });

  test.each([
    ['was refused', 'error=access_denied&state=state-1', 'access_denied'],
    ['has a state that is not its own', 'code=code-1&state=state-2', undefined],
  ])('fails, and tries nothing by itself, when the sign-in %s', async (_what, query, code) => {
    const { session, left } = openBrowser(server.url, null).openTab();
    const reply = replyOf('state-1', { inPopup: false });
    session.start({ ...reply, parameters: new URLSearchParams(query) });
    await vi.waitFor(() => expect(session.getState().status).toBe('failed'));
    if (code) expect(session.getState()).toMatchObject({ error: { code } });
    expect(tokenRequests()).toHaveLength(0);
    expect(left).toEqual([]);
  });

  test('with a reply that this tab did not ask for exchanges nothing', async () => {
    const { session } = openBrowser(server.url, null).openTab();
    const parameters = new URLSearchParams('code=code-1&state=state-9');
    session.start({ parameters, state: 'state-9', pending: undefined });
    await vi.waitFor(() => expect(session.getState().status).toBe('failed'));
    expect(tokenRequests()).toHaveLength(0);
  });
});

describe('sign-out', () => {
  test('ends the tokens, and takes every tab to the sign-in page', async () => {
    const browser = openBrowser(server.url, 'refresh-0');
    const [here, there] = [browser.openTab(), browser.openTab()];
    await Promise.all([signedIn(here.session), signedIn(there.session)]);
    await here.session.signOut();
    expect(browser.refreshToken()).toBeNull();
    const revoked = server.requests.find(({ url }) => url === '/oauth/revoke');
    expect(new URLSearchParams(revoked?.body).get('token')).toBe('refresh-1');
    await vi.waitFor(() => {
      expect(here.left[0]).toContain('/oauth/authorize');
      expect(there.left[0]).toContain('/oauth/authorize');
    });
  });

  test('is not undone by a refresh that was under way', async () => {
    const browser = openBrowser(server.url, 'refresh-0');
    const [here, there] = [browser.openTab(), browser.openTab()];
    await Promise.all([signedIn(here.session), signedIn(there.session)]);
    const answer = Promise.withResolvers<Answer>();
    answerToken = () => answer.promise;
    void there.session.renew('access-1').catch(() => {});
    const left = here.session.signOut();
    answer.resolve(grant());
    await left;
    expect(browser.refreshToken()).toBeNull();
    const revoked = server.requests.find(({ url }) => url === '/oauth/revoke');
    expect(new URLSearchParams(revoked?.body).get('token')).toBe('refresh-2');
  });
});

/** The reply of a sign-in that this tab, or the page below its window, has begun. */
function replyOf(state: string, { inPopup }: { inPopup: boolean }): SignInReply {
  return {
    parameters: new URLSearchParams({ code: 'code-1', state }),
    state,
    pending: {
      codeVerifier: 'verifier-verifier-verifier-verifier-verifier',
      returnTo: '/',
      inPopup,
    },
  };
}
