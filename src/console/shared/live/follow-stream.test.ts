import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#console/api/errors/api-error.ts';
import { reportConnected } from '#console/lib/connection.ts';
import { followStream, type LiveStatus } from './follow-stream.ts';
import type { ServerSentEvent } from './server-sent-events.ts';

const EVENT: ServerSentEvent = { id: '8', name: 'webhook-event', data: '{}' };
const CONNECTED: ServerSentEvent = { id: '7', name: 'message', data: undefined };

/** A server whose stream the test feeds and cuts. */
function createServer() {
  const opened: (string | undefined)[] = [];
  let send: (event: ServerSentEvent | Error) => void = () => {};
  return {
    opened,
    send: (event: ServerSentEvent | Error) => send(event),
    async *open(lastEventId: string | undefined, signal: AbortSignal) {
      opened.push(lastEventId);
      const queue: (ServerSentEvent | Error)[] = [];
      let wake = () => {};
      send = (event) => {
        queue.push(event);
        wake();
      };
      signal.addEventListener('abort', () => wake());
      while (!signal.aborted) {
        const next = queue.shift();
        if (next instanceof Error) throw next;
        if (next) yield next;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  reportConnected();
});

function openTab(server: ReturnType<typeof createServer>, name: string) {
  const tab = { events: 0, statuses: [] as LiveStatus[], close: () => {} };
  tab.close = followStream({
    name,
    eventName: 'webhook-event',
    open: server.open,
    onEvent: () => {
      tab.events += 1;
    },
    onStatus: (status) => tab.statuses.push(status),
    minRetryDelayMs: 10,
  });
  stops.push(tab.close);
  return tab;
}
const newName = () => `test.stream.${crypto.randomUUID()}`;

describe('a followed stream', () => {
  test('refetches on the first event id and on events, but not on keep-alives', async () => {
    const server = createServer();
    const tab = openTab(server, newName());
    await vi.waitFor(() => expect(server.opened).toEqual([undefined]));
    server.send(CONNECTED);
    await vi.waitFor(() => expect(tab).toMatchObject({ events: 1, statuses: ['live'] }));
    server.send({ id: undefined, name: 'message', data: undefined });
    server.send(EVENT);
    await vi.waitFor(() => expect(tab.events).toBe(2));
  });

  test('reconnects after the last event when the connection is lost', async () => {
    const server = createServer();
    const tab = openTab(server, newName());
    await vi.waitFor(() => expect(server.opened).toHaveLength(1));
    server.send(EVENT);
    await vi.waitFor(() => expect(tab.statuses).toEqual(['live']));
    server.send(new ApiError({ kind: 'network' }));
    await vi.waitFor(() => expect(server.opened).toEqual([undefined, '8']));
    expect(tab.statuses).toEqual(['live', 'reconnecting']);
    server.send(CONNECTED);
    await vi.waitFor(() => expect(tab.statuses.at(-1)).toBe('live'));
  });

  test('shares one stream between tabs, and another tab continues it after the last event', async () => {
    const server = createServer();
    const name = newName();
    const first = openTab(server, name);
    await vi.waitFor(() => expect(server.opened).toHaveLength(1));
    server.send(CONNECTED);
    await vi.waitFor(() => expect(first.statuses).toEqual(['live']));
    const second = openTab(server, name);
    await vi.waitFor(() => expect(second.statuses).toEqual(['live']));
    server.send(EVENT);
    await vi.waitFor(() => expect([first.events, second.events]).toEqual([2, 1]));
    expect(server.opened).toHaveLength(1);

    first.close();
    await vi.waitFor(() => expect(server.opened).toEqual([undefined, '8']));
    server.send({ ...EVENT, id: '9' });
    await vi.waitFor(() => expect(second.events).toBe(2));
    expect(first.events).toBe(2);
  });

  test('stops for good when access is forbidden', async () => {
    const server = createServer();
    const tab = openTab(server, newName());
    await vi.waitFor(() => expect(server.opened).toHaveLength(1));
    server.send(new ApiError({ kind: 'error-response', status: 403 }));
    await vi.waitFor(() => expect(tab.statuses).toEqual(['forbidden']));
    // Another tab reconnects twice, the second time after a longer pause.
    const other = createServer();
    openTab(other, newName());
    for (const count of [1, 2]) {
      await vi.waitFor(() => expect(other.opened).toHaveLength(count));
      other.send(new ApiError({ kind: 'network' }));
    }
    await vi.waitFor(() => expect(other.opened).toHaveLength(3));
    expect(server.opened).toHaveLength(1);
  });
});
