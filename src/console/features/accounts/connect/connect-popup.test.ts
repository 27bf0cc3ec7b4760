import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { consumeConnectCallback } from './connect-callback.ts';
import { readConnectCallback } from './connect-message.ts';
import { type ConnectOptions, openConnectPopup } from './connect-popup.ts';

const MESSAGE_ORIGIN = 'https://api.test';
const REFUSAL = { type: 'account_new', data: { errors: [{ detail: 'Denied' }] }, status: 403 };

/** As much of a browser as connecting an account touches; events are real. */
function openFakeBrowser() {
  const events = new EventTarget();
  const popup = {
    closed: false,
    document: { title: '', body: { textContent: '' } },
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
  return { popup, open, page, post };
}

let browser: ReturnType<typeof openFakeBrowser>;
const fetchUrl = vi.fn<ConnectOptions['fetchUrl']>(async () => 'https://third.test/');
const begin = (signal?: AbortSignal) =>
  openConnectPopup({
    type: 'account_new',
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
  test('opens the window before the address is asked for, then leads it there', async () => {
    void begin();
    expect(browser.open).toHaveBeenCalledBefore(fetchUrl);
    expect(fetchUrl).toHaveBeenCalledWith({ origin: 'https://console.test' });
    await vi.advanceTimersByTimeAsync(0);
    expect(browser.popup.location.replace).toHaveBeenCalledWith('https://third.test/');
  });

  test('believes only the right message', async () => {
    const outcome = begin();
    const settled = vi.fn();
    void outcome.then(settled);
    await vi.advanceTimersByTimeAsync(0);
    const right = JSON.stringify(REFUSAL);
    browser.post({ origin: 'https://evil.test', data: right });
    browser.post({ source: {}, data: right });
    browser.post({ data: REFUSAL });
    browser.post({ data: '{' });
    browser.post({ data: JSON.stringify({ ...REFUSAL, type: 'account_edit' }) });
    browser.post({ data: JSON.stringify({ ...REFUSAL, data: { account: 1 } }) });
    await vi.advanceTimersByTimeAsync(0);
    expect(settled).not.toHaveBeenCalled();
    browser.post({ data: right });
    expect(await outcome).toEqual({ kind: 'told', message: REFUSAL });
    expect(browser.popup.closed).toBe(true);
  });

  test('does not know what came of a window that reads as closed', async () => {
    const outcome = begin();
    await vi.advanceTimersByTimeAsync(0);
    browser.popup.closed = true;
    await vi.advanceTimersByTimeAsync(2000);
    expect(await outcome).toEqual({ kind: 'unknown' });
  });

  test('hears a message that was sent just before the window closed', async () => {
    const outcome = begin();
    await vi.advanceTimersByTimeAsync(0);
    browser.popup.closed = true;
    await vi.advanceTimersByTimeAsync(600);
    browser.post({ data: JSON.stringify(REFUSAL) });
    expect(await outcome).toMatchObject({ kind: 'told' });
  });

  test('gives up when the service has forgotten what was begun', async () => {
    const outcome = begin();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(await outcome).toEqual({ kind: 'unknown' });
  });

  test('closes the window and fails when the address cannot be had', async () => {
    fetchUrl.mockRejectedValueOnce(new Error('422'));
    await expect(begin()).rejects.toThrow('422');
    expect(browser.popup.closed).toBe(true);
  });

  test('closes the window of who gives up, and leads it nowhere any more', async () => {
    const giveUp = new AbortController();
    const outcome = begin(giveUp.signal);
    giveUp.abort();
    expect(await outcome).toEqual({ kind: 'unknown' });
    expect(browser.popup.closed).toBe(true);
    expect(browser.popup.location.replace).not.toHaveBeenCalled();
  });

  test('goes by redirect where the window is blocked, and comes back to the same place', async () => {
    browser.open.mockReturnValue(null);
    void begin();
    await vi.advanceTimersByTimeAsync(0);
    expect(fetchUrl).toHaveBeenCalledWith({
      redirect_uri: 'https://console.test/connect/callback',
    });
    expect(browser.page.assign).toHaveBeenCalledWith('https://third.test/');

    const json = JSON.stringify({ ...REFUSAL, data: { errors: [{ detail: 'Verweigert ü' }] } });
    const data = btoa(String.fromCharCode(...new TextEncoder().encode(json)));
    Object.assign(browser.page, {
      pathname: '/connect/callback',
      search: `?${new URLSearchParams({ data })}`,
    });
    const reply = consumeConnectCallback();
    expect(history.replaceState).toHaveBeenCalledWith(null, '', '/connect/callback');
    expect(reply?.pending?.returnTo).toBe('/teams/1/accounts?page=2');
    expect(reply && readConnectCallback(reply)).toEqual({
      kind: 'told',
      message: JSON.parse(json),
    });
  });
});

test('a callback that this tab did not ask for tells nothing', () => {
  const data = btoa(JSON.stringify(REFUSAL));
  Object.assign(browser.page, { pathname: '/connect/callback', search: `?data=${data}` });
  const reply = consumeConnectCallback();
  expect(reply?.pending).toBeUndefined();
  expect(reply && readConnectCallback(reply)).toEqual({ kind: 'unknown' });
});
