import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FakeResponse } from '#console/testing/local-server.ts';
import type { Session } from './session-model.ts';
import { consumePendingSignIn } from './sign-in/pending-sign-in.ts';
import type { SignInCallback } from './sign-in/sign-in-callback.ts';
import { openBrowser } from './testing/open-browser.ts';
import { INVALID_GRANT, startTokenService, type TokenService } from './testing/token-service.ts';

let service: TokenService;
beforeEach(async () => {
  service = await startTokenService();
});
afterEach(() => service.close());

describe('the end of a session', () => {
  async function endedTabs() {
    const browser = openBrowser(service.server.url, 'refresh-0');
    const [here, there] = [browser.openTab({ displayedUserId: 'user-1' }), browser.openTab()];
    await Promise.all([signedIn(here.session), signedIn(there.session)]);
    service.respond = () => INVALID_GRANT;
    const waiting = here.session.renew('access-1');
    await vi.waitFor(() => expect(here.session.getState().status).toBe('ended'));
    return { browser, here, there, waiting };
  }

  test('opens the dialog in every tab and leaves no page', async () => {
    const { browser, here, there } = await endedTabs();
    await vi.waitFor(() =>
      expect(there.session.getState()).toEqual({
        status: 'ended',
        reason: 'expired',
        isAsking: true,
      }),
    );
    expect(browser.refreshToken()).toBeNull();
    expect([...here.openedUrls, ...there.openedUrls]).toEqual([]);
  });

  test('holds requests until the user signs in again in any window', async () => {
    const { browser, here, waiting } = await endedTabs();
    const address = new URL(await here.session.signInAddress());
    const popup = browser.openTab();
    service.respond = () => service.grant();
    const state = address.searchParams.get('state') ?? '';
    popup.session.start(callbackOf(state, { inPopup: true }));
    await expect(waiting).resolves.toMatchObject({ accessToken: 'access-2' });
    expect(here.session.getState().status).toBe('signed-in');
    expect(popup.session.getState().status).toBe('done');
  });

  test('leaves the page when another user signs in', async () => {
    const { browser, here } = await endedTabs();
    const other = browser.openTab({ displayedUserId: 'user-2', userIds: { 'access-2': 'user-2' } });
    const leaving = browser.openTab({
      displayedUserId: 'user-1',
      userIds: { 'access-2': 'user-2' },
    });
    service.respond = () => service.grant();
    const address = new URL(await here.session.signInAddress());
    other.session.start(callbackOf(address.searchParams.get('state') ?? '', { inPopup: false }));
    await vi.waitFor(() => expect(leaving.session.getState().status).toBe('replaced'));
    expect(leaving.openedUrls).toEqual([]);
  });

  test('fills in the email of the user who signs in again', async () => {
    const { session } = openBrowser(service.server.url, null).openTab({ displayedUserId: 'ada' });
    const url = new URL(await session.signInAddress());
    expect(url.searchParams.get('login_hint')).toBe('ada@brand.test');
    expect(url.searchParams.has('signed_out')).toBe(false);
  });

  test('can be dismissed, which fails waiting requests, until the user does something', async () => {
    const { here, waiting } = await endedTabs();
    const rejected = expect(waiting).rejects.toMatchObject({ kind: 'error-response', status: 401 });
    here.session.dismiss();
    await rejected;
    expect(here.session.getState()).toEqual({
      status: 'ended',
      reason: 'expired',
      isAsking: false,
    });
    const background = here.session.access({ isBackground: true });
    await expect(background).rejects.toMatchObject({ kind: 'error-response', status: 401 });
    expect(here.session.getState()).toMatchObject({ isAsking: false });
    void here.session.access().catch(() => {});
    expect(here.session.getState()).toEqual({ status: 'ended', reason: 'expired', isAsking: true });
  });
});

describe('a visit', () => {
  test('without a session opens the sign-in page and stores the deep link', async () => {
    const { session, openedUrls } = openBrowser(service.server.url, null).openTab();
    session.start(undefined);
    await vi.waitFor(() => expect(openedUrls).toHaveLength(1));
    const url = new URL(openedUrls[0] ?? '');
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

  test('to an address that browsers take for another site returns to the start', async () => {
    const browser = openBrowser(service.server.url, null);
    const { session, openedUrls } = browser.openTab({ address: '//evil.example/x' });
    session.start(undefined);
    await vi.waitFor(() => expect(openedUrls).toHaveLength(1));
    const state = new URL(openedUrls[0] ?? '').searchParams.get('state') ?? '';
    expect(consumePendingSignIn(state)).toMatchObject({ returnTo: '/' });
  });

  test('with an ended session opens the sign-in page', async () => {
    service.respond = () => INVALID_GRANT;
    const { session, openedUrls } = openBrowser(service.server.url, 'refresh-0').openTab();
    session.start(undefined);
    await vi.waitFor(() => expect(openedUrls[0]).toContain('/oauth/authorize'));
  });

  test('from the sign-in page exchanges the code once for all requests', async () => {
    const browser = openBrowser(service.server.url, null);
    const { session } = browser.openTab();
    session.start(callbackOf('state-1', { inPopup: false }));
    await Promise.all([session.access(), session.access()]);
    const forms = service.tokenRequests();
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
    ['was denied', 'error=access_denied&state=state-1', 'access_denied'],
    ['has another state', 'code=code-1&state=state-2', undefined],
  ])('fails without a retry when the sign-in %s', async (_what, query, code) => {
    const { session, openedUrls } = openBrowser(service.server.url, null).openTab();
    const callback = callbackOf('state-1', { inPopup: false });
    session.start({ ...callback, parameters: new URLSearchParams(query) });
    await vi.waitFor(() => expect(session.getState().status).toBe('failed'));
    if (code) expect(session.getState()).toMatchObject({ error: { code } });
    expect(service.tokenRequests()).toHaveLength(0);
    expect(openedUrls).toEqual([]);
  });

  test('with an unsolicited callback exchanges nothing', async () => {
    const { session } = openBrowser(service.server.url, null).openTab();
    const parameters = new URLSearchParams('code=code-1&state=state-9');
    session.start({ parameters, state: 'state-9', pending: undefined });
    await vi.waitFor(() => expect(session.getState().status).toBe('failed'));
    expect(service.tokenRequests()).toHaveLength(0);
  });
});

describe('sign-out', () => {
  test('revokes the tokens, opens the sign-in page, and keeps the pages of other tabs', async () => {
    const browser = openBrowser(service.server.url, 'refresh-0');
    const [here, there] = [browser.openTab(), browser.openTab()];
    await Promise.all([signedIn(here.session), signedIn(there.session)]);
    await here.session.signOut();
    expect(browser.refreshToken()).toBeNull();
    const revoked = service.server.requests.find(({ url }) => url === '/oauth/revoke');
    expect(new URLSearchParams(revoked?.body).get('token')).toBe('refresh-1');
    await vi.waitFor(() => expect(here.openedUrls[0]).toContain('/oauth/authorize'));
    const { searchParams } = new URL(here.openedUrls[0] ?? '');
    expect(searchParams.get('signed_out'), 'so that the page says so').toBe('1');
    await vi.waitFor(() =>
      expect(there.session.getState()).toEqual({
        status: 'ended',
        reason: 'signed-out',
        isAsking: true,
      }),
    );
    expect(there.session.current()).toBeUndefined();
    expect(there.openedUrls).toEqual([]);
  });

  test('is not undone by a refresh in flight', async () => {
    const browser = openBrowser(service.server.url, 'refresh-0');
    const [here, there] = [browser.openTab(), browser.openTab()];
    await Promise.all([signedIn(here.session), signedIn(there.session)]);
    const response = Promise.withResolvers<FakeResponse>();
    service.respond = () => response.promise;
    void there.session.renew('access-1').catch(() => {});
    const signingOut = here.session.signOut();
    response.resolve(service.grant());
    await signingOut;
    expect(browser.refreshToken()).toBeNull();
    const revoked = service.server.requests.find(({ url }) => url === '/oauth/revoke');
    expect(new URLSearchParams(revoked?.body).get('token')).toBe('refresh-2');
  });
});

describe('a sign-in in another tab', () => {
  async function signInElsewhere(fetchUserId: () => Promise<string>) {
    const browser = openBrowser(service.server.url, 'refresh-0');
    const here = browser.openTab({ displayedUserId: 'user-1', fetchUserId });
    await signedIn(here.session);
    const address = new URL(await here.session.signInAddress());
    const there = browser.openTab();
    there.session.start(callbackOf(address.searchParams.get('state') ?? '', { inPopup: false }));
    await there.session.access();
    return { here, there };
  }

  test('whose user can’t be read asks to sign in, and leaves no page', async () => {
    const { here } = await signInElsewhere(() => Promise.reject(new Error('offline')));
    await vi.waitFor(() =>
      expect(here.session.getState()).toMatchObject({ status: 'ended', isAsking: true }),
    );
    expect(here.openedUrls).toEqual([]);
  });

  test('does not replace tokens that were refreshed since', async () => {
    const user = Promise.withResolvers<string>();
    const fetchUserId = vi.fn(() => user.promise);
    const { here, there } = await signInElsewhere(fetchUserId);
    await vi.waitFor(() => expect(fetchUserId).toHaveBeenCalled());
    await there.session.renew('access-2');
    const accessToken = async () => (await here.session.access()).accessToken;
    await vi.waitFor(async () => expect(await accessToken()).toBe('access-3'));
    user.resolve('user-1');
    await new Promise((resolve) => setTimeout(resolve));
    expect(await accessToken()).toBe('access-3');
  });
});

/** Waits until a tab is signed in, so that the end of its session opens the dialog. */
async function signedIn(session: Session) {
  session.start(undefined);
  await session.access();
}

/** The callback of a sign-in that this tab, or the page below its popup, has started. */
function callbackOf(state: string, { inPopup }: { inPopup: boolean }): SignInCallback {
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
