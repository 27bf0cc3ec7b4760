import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '#console/api/errors/api-error.ts';
import type { ServerSentEvent } from '#console/lib/server-sent-events.ts';
import { followInbox, type LiveStatus } from './live-inbox.ts';

const EVENT: ServerSentEvent = { id: '8', name: 'webhook-event', data: '{}' };
const CONNECTED: ServerSentEvent = { id: '7', name: 'message', data: undefined };

/** A service whose streams the test fills and cuts. */
function createService() {
  const opened: (string | undefined)[] = [];
  let send: (event: ServerSentEvent | Error) => void = () => {};
  return {
    opened,
    send: (event: ServerSentEvent | Error) => send(event),
    async *open(place: string | undefined, signal: AbortSignal) {
      opened.push(place);
      const waiting: (ServerSentEvent | Error)[] = [];
      let wake = () => {};
      send = (event) => {
        waiting.push(event);
        wake();
      };
      signal.addEventListener('abort', () => wake());
      while (!signal.aborted) {
        const next = waiting.shift();
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
});

let inboxes = 0;
function openTab(service: ReturnType<typeof createService>, name: string) {
  const tab = { events: 0, statuses: [] as LiveStatus[], close: () => {} };
  tab.close = followInbox({
    name,
    open: service.open,
    onEvent: () => {
      tab.events += 1;
    },
    onStatus: (status) => tab.statuses.push(status),
    firstWait: 10,
  });
  stops.push(tab.close);
  return tab;
}
function newName() {
  inboxes += 1;
  return `test.inbox.${inboxes}`;
}

test('the first place counts as news, later signs of life do not', async () => {
  const service = createService();
  const tab = openTab(service, newName());
  await vi.waitFor(() => expect(service.opened).toEqual([undefined]));
  service.send(CONNECTED);
  await vi.waitFor(() => expect(tab).toMatchObject({ events: 1, statuses: ['live'] }));
  service.send({ id: undefined, name: 'message', data: undefined });
  service.send(EVENT);
  await vi.waitFor(() => expect(tab.events).toBe(2));
});

test('after a cut it goes on from its place', async () => {
  const service = createService();
  const tab = openTab(service, newName());
  await vi.waitFor(() => expect(service.opened).toHaveLength(1));
  service.send(EVENT);
  await vi.waitFor(() => expect(tab.statuses).toEqual(['live']));
  service.send(new ApiError({ kind: 'network' }));
  await vi.waitFor(() => expect(service.opened).toEqual([undefined, '8']));
  expect(tab.statuses).toEqual(['live', 'reconnecting']);
  service.send(CONNECTED);
  await vi.waitFor(() => expect(tab.statuses.at(-1)).toBe('live'));
});

test('tabs share one stream, and the next one goes on where the first one ended', async () => {
  const service = createService();
  const name = newName();
  const first = openTab(service, name);
  await vi.waitFor(() => expect(service.opened).toHaveLength(1));
  service.send(CONNECTED);
  await vi.waitFor(() => expect(first.statuses).toEqual(['live']));
  const second = openTab(service, name);
  await vi.waitFor(() => expect(second.statuses).toEqual(['live']));
  service.send(EVENT);
  await vi.waitFor(() => expect([first.events, second.events]).toEqual([2, 1]));
  expect(service.opened).toHaveLength(1);

  first.close();
  await vi.waitFor(() => expect(service.opened).toEqual([undefined, '8']));
  service.send({ ...EVENT, id: '9' });
  await vi.waitFor(() => expect(second.events).toBe(2));
  expect(first.events).toBe(2);
});

test('a refusal ends it', async () => {
  const service = createService();
  const tab = openTab(service, newName());
  await vi.waitFor(() => expect(service.opened).toHaveLength(1));
  service.send(new ApiError({ kind: 'error-response', status: 403 }));
  await vi.waitFor(() => expect(tab.statuses).toEqual(['refused']));
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(service.opened).toHaveLength(1);
});
