import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { consumeConnectCallback } from './connect-callback.ts';
import { readConnectCallback } from './connect-message.ts';
import { type ConnectOptions, connectByRedirect, openConnectPopup } from './connect-popup.ts';

const MESSAGE_ORIGIN = 'https://api.test';
const ERROR_MESSAGE = {
  type: 'account_new',
  data: { errors: [{ detail: 'Denied' }] },
  status: 403,
};

/** The parts of a browser that connecting an account uses, with real events. */
function openFakeBrowser() {
  const events = new EventTarget();
  const popup = {
    closed: false,
    postMessage: vi.fn(),
    location: { replace: vi.fn() },
    close: vi.fn(() => {
      popup.closed = true;
    }),
  };
  const open = vi.fn((): typeof popup | null => popup);
  const entries = new Map<string, string>();
  const page = {
    origin: 'https://console.test',
    pathname: '/teams/1/accounts',
    search: '?page=2',
    assign: vi.fn(),
  };
  vi.stubGlobal(
    'window',
    Object.assign(events, { open }) as unknown as Pick<Window, 'open' | 'addEventListener'>,
  );
  vi.stubGlobal('location', page);
  vi.stubGlobal('history', { replaceState: vi.fn() });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
  });
  function post(message: { origin?: string; source?: unknown; data: unknown }) {
    const event = new Event('message');
    events.dispatchEvent(
      Object.assign(event, { origin: MESSAGE_ORIGIN, source: popup, ...message }),
    );
  }
  const loadStartPage = () => post({ origin: page.origin, data: 'connect-start' });
  const closePage = () => events.dispatchEvent(new Event('pagehide'));
  return { popup, open, page, post, loadStartPage, closePage };
}

let browser: ReturnType<typeof openFakeBrowser>;
const fetchUrl = vi.fn<ConnectOptions['fetchUrl']>(async () => 'https://third.test/');
const open = (signal?: AbortSignal) =>
  openConnectPopup({
    type: 'account_new',
    network: 'TikTok',
    fetchUrl,
    messageOrigin: MESSAGE_ORIGIN,
    ...(signal && { signal }),
  });

beforeEach(() => {
  vi.useFakeTimers();
  fetchUrl.mockClear();
  browser = openFakeBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('openConnectPopup', () => {
  test('opens our page before it fetches the URL, and sends it there once it has loaded', async () => {
    void open();
    expect(browser.open).toHaveBeenCalledBefore(fetchUrl);
    expect(browser.open).toHaveBeenCalledWith('/connect/start', '_blank', expect.any(String));
    expect(fetchUrl).toHaveBeenCalledWith({ origin: 'https://console.test' });
    await vi.advanceTimersByTimeAsync(0);
    browser.post({ origin: 'https://evil.test', data: 'connect-start' });
    browser.post({ origin: 'https://console.test', source: {}, data: 'connect-start' });
    await vi.advanceTimersByTimeAsync(0);
    expect(browser.popup.location.replace).not.toHaveBeenCalled();
    browser.loadStartPage();
    await vi.advanceTimersByTimeAsync(0);
    expect(browser.popup.postMessage).toHaveBeenLastCalledWith(
      { network: 'TikTok' },
      'https://console.test',
    );
    expect(browser.popup.location.replace).toHaveBeenCalledWith('https://third.test/');
  });

  test('sends the window to the network even if our page does not load', async () => {
    void open();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(browser.popup.location.replace).toHaveBeenCalledWith('https://third.test/');
  });

  test('closes the window with the page until it was sent to the network', async () => {
    void open();
    browser.closePage();
    expect(browser.popup.closed).toBe(true);

    browser.popup.closed = false;
    void open();
    browser.loadStartPage();
    await vi.advanceTimersByTimeAsync(0);
    browser.closePage();
    expect(browser.popup.closed).toBe(false);
  });

  test('accepts only a valid message from the popup and the right origin', async () => {
    const outcome = open();
    const onOutcome = vi.fn();
    void outcome.then(onOutcome);
    browser.loadStartPage();
    await vi.advanceTimersByTimeAsync(0);
    const validMessage = JSON.stringify(ERROR_MESSAGE);
    browser.post({ origin: 'https://evil.test', data: validMessage });
    browser.post({ source: {}, data: validMessage });
    browser.post({ data: ERROR_MESSAGE });
    browser.post({ data: '{' });
    browser.post({ data: JSON.stringify({ ...ERROR_MESSAGE, type: 'account_edit' }) });
    browser.post({ data: JSON.stringify({ ...ERROR_MESSAGE, status: 'failed' }) });
    await vi.advanceTimersByTimeAsync(0);
    expect(onOutcome).not.toHaveBeenCalled();
    browser.post({ data: validMessage });
    expect(await outcome).toEqual({ kind: 'message', message: ERROR_MESSAGE });
    expect(browser.popup.closed).toBe(true);
  });

  test('ends as unknown when the window is closed', async () => {
    const outcome = open();
    browser.loadStartPage();
    await vi.advanceTimersByTimeAsync(0);
    browser.popup.closed = true;
    await vi.advanceTimersByTimeAsync(2000);
    expect(await outcome).toEqual({ kind: 'unknown' });
  });

  test('accepts a message that was sent just before the window closed', async () => {
    const outcome = open();
    browser.loadStartPage();
    await vi.advanceTimersByTimeAsync(0);
    browser.popup.closed = true;
    await vi.advanceTimersByTimeAsync(600);
    browser.post({ data: JSON.stringify(ERROR_MESSAGE) });
    expect(await outcome).toMatchObject({ kind: 'message' });
  });

  test('ends as unknown when the service has forgotten the connection', async () => {
    const outcome = open();
    browser.loadStartPage();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(await outcome).toEqual({ kind: 'unknown' });
  });

  test("shows the error in the window and rejects when the URL can't be fetched", async () => {
    fetchUrl.mockRejectedValueOnce(new Error('422'));
    await expect(open()).rejects.toThrow('422');
    browser.loadStartPage();
    expect(browser.popup.postMessage).toHaveBeenLastCalledWith(
      { error: expect.objectContaining({ title: "The account wasn't connected" }) },
      'https://console.test',
    );
    expect(browser.popup.closed).toBe(false);
  });

  test("closes the window and doesn't navigate it when aborted", async () => {
    const abortController = new AbortController();
    const outcome = open(abortController.signal);
    browser.loadStartPage();
    abortController.abort();
    expect(await outcome).toEqual({ kind: 'unknown' });
    expect(browser.popup.closed).toBe(true);
    expect(browser.popup.location.replace).not.toHaveBeenCalled();
  });

  test('fetches nothing if the window is blocked', async () => {
    browser.open.mockReturnValue(null);
    expect(await open()).toEqual({ kind: 'blocked' });
    expect(fetchUrl).not.toHaveBeenCalled();
  });

  test('by redirect returns to the same page', async () => {
    void connectByRedirect({ type: 'account_new', target: {}, fetchUrl });
    await vi.advanceTimersByTimeAsync(0);
    expect(fetchUrl).toHaveBeenCalledWith({
      redirect_uri: 'https://console.test/connect/callback',
    });
    expect(browser.page.assign).toHaveBeenCalledWith('https://third.test/');

    const json = JSON.stringify({
      ...ERROR_MESSAGE,
      data: { errors: [{ detail: 'Verweigert ü' }] },
    });
    const data = btoa(String.fromCharCode(...new TextEncoder().encode(json)));
    Object.assign(browser.page, {
      pathname: '/connect/callback',
      search: `?${new URLSearchParams({ data })}`,
    });
    const callback = consumeConnectCallback();
    expect(history.replaceState).toHaveBeenCalledWith(null, '', '/connect/callback');
    expect(callback?.pending?.returnTo).toBe('/teams/1/accounts?page=2');
    expect(callback && readConnectCallback(callback)).toEqual({
      kind: 'message',
      message: JSON.parse(json),
    });
  });
});

test('readConnectCallback ignores a callback that this tab did not start', () => {
  const data = btoa(JSON.stringify(ERROR_MESSAGE));
  Object.assign(browser.page, { pathname: '/connect/callback', search: `?data=${data}` });
  const callback = consumeConnectCallback();
  expect(callback?.pending).toBeUndefined();
  expect(callback && readConnectCallback(callback)).toEqual({ kind: 'unknown' });
});
