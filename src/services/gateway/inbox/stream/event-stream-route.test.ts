import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GATEWAY_LIMITS } from '#services/gateway/limits.ts';
import { readStream, type StreamReader } from '#services/gateway/testing/read-stream.ts';
import { envelope, tierUpgrade } from '#services/gateway/testing/sign-webhook.ts';
import { startInbox, type TestInbox } from '#services/gateway/testing/start-inbox.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { ENDED_SESSIONS_CHANNEL } from '#services/platform/database/ended-sessions.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const PATH = '/gateway/teams/1/webhook-events/stream';

describeBothStorages('the event stream', (context) => {
  let inbox: TestInbox;
  let readers: StreamReader[];
  beforeEach(async () => {
    readers = [];
    inbox = await startInbox(context.storage);
    await inbox.clear();
  });
  afterEach(async () => {
    for (const reader of readers) reader.disconnect();
    await inbox.close();
  });

  const open = async (headers: Record<string, string> = {}, on = inbox) => {
    const authorization = { authorization: 'Bearer all' };
    const reader = await readStream(`${on.url}${PATH}`, { ...authorization, ...headers });
    readers.push(reader);
    if (reader.status === 200) {
      await vi.waitFor(() => expect(reader.comments).toContain('connected'));
    }
    return reader;
  };
  const idsOf = ({ messages }: StreamReader) =>
    messages.map(({ data }) => (JSON.parse(data) as { id: string }).id);
  // Well below the heartbeat interval, so that only a notification can be the cause.
  const waitFor = (reader: StreamReader, ids: string[]) =>
    vi.waitFor(() => expect(idsOf(reader)).toEqual(ids), 4_000);
  const deliver = async (...ids: string[]) => {
    expect((await inbox.deliver(envelope(ids.map((id) => tierUpgrade(id))))).status).toBe(200);
  };

  test('sends each new event once to every client, in the format of the lists', async () => {
    await deliver('E-0');
    const [first, second] = [await open(), await open()];
    expect(first.headers.get('content-type')).toBe('text/event-stream');
    expect(first.headers.get('cache-control')).toContain('no-store');
    await deliver('E-1', 'E-2');
    await deliver('E-1', 'E-3');
    for (const reader of [first, second]) {
      await waitFor(reader, ['E-1', 'E-2', 'E-3']);
      expect(reader.messages.map(({ event }) => event)).toEqual(Array(3).fill('webhook-event'));
      const sequences = reader.messages.map(({ id }) => Number(id));
      expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    }
    const [newest] = (await inbox.listEvents()).data;
    expect(JSON.parse(first.messages[2]?.data ?? '')).toEqual(newest);
  });

  test('starts after Last-Event-ID with all missed events', async () => {
    await deliver('E-1', 'E-2');
    const all = await open({ 'last-event-id': '0' });
    await waitFor(all, ['E-1', 'E-2']);
    const rest = await open({ 'last-event-id': all.messages[0]?.id ?? '' });
    await waitFor(rest, ['E-2']);
    const many = Array.from({ length: 250 }, (_, index) => `N-${index}`);
    await deliver(...many);
    await waitFor(rest, ['E-2', ...many]);
  });

  test('loses nothing for a client that disconnects before its first event', async () => {
    await deliver('E-1');
    const first = await open();
    first.disconnect();
    await deliver('E-2');
    const again = await open({ 'last-event-id': first.lastEventId() ?? '' });
    await waitFor(again, ['E-2']);
  });

  test('ignores a Last-Event-ID that is not valid', async () => {
    await deliver('E-1');
    const reader = await open({ 'last-event-id': 'x; drop' });
    await deliver('E-2');
    await waitFor(reader, ['E-2']);
  });

  test('sends new events to a client whose Last-Event-ID is ahead, as after a restore', async () => {
    await deliver('E-1');
    const reader = await open({ 'last-event-id': '999999999999' });
    await deliver('E-2');
    await waitFor(reader, ['E-2']);
  });

  test('sends no events of other teams', async () => {
    const reader = await open();
    const secret = 'the secret of team 2';
    await inbox.deliver(envelope([tierUpgrade('other')]), { teamId: 2, secret });
    await deliver('E-1');
    await waitFor(reader, ['E-1']);
  });

  test('sends all events of concurrent deliveries, in order', async () => {
    const reader = await open();
    const ids = Array.from({ length: 40 }, (_, index) => `E-${index}`);
    await Promise.all(ids.map((id) => deliver(id)));
    await vi.waitFor(() => expect(reader.messages).toHaveLength(40), 4_000);
    expect(idsOf(reader).toSorted()).toEqual(ids.toSorted());
  });

  test.each([
    ['nobody', 401],
    ['two', 403],
  ])('rejects %s with %i', async (token, status) => {
    const reader = await open({ authorization: `Bearer ${token}` });
    expect(reader.status).toBe(status);
    expect(reader.headers.get('content-type')).toBe('application/vnd.api+json');
  });

  test('allows only GET', async () => {
    for (const method of ['POST', 'HEAD', 'DELETE']) {
      const response = await inbox.call('/teams/1/webhook-events/stream', { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
    }
  });

  test('ends at shutdown without waiting for clients', async () => {
    const other = await startInbox(context.storage);
    const reader = await open({}, other);
    const startedAt = performance.now();
    await other.close();
    await reader.ended;
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  /** A gateway that opens streams only once `open` is called; `opening` resolves when one is requested. */
  const startDelayed = async () => {
    const [opening, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let stopped = 0;
    const listen: Storage['listen'] = async (channel, onPayload) => {
      opening.resolve();
      await opened.promise;
      const stop = await context.storage.listen(channel, onPayload);
      return async () => {
        stopped += 1;
        await stop();
      };
    };
    const other = await startInbox(context.storage, { listen });
    return { other, opening: opening.promise, open: opened.resolve, stopped: () => stopped };
  };

  test('ends at shutdown even while it is being opened', async () => {
    const { other, opening, open: openStream } = await startDelayed();
    const reading = readStream(`${other.url}${PATH}`, { authorization: 'Bearer all' });
    await opening;
    const startedAt = performance.now();
    const closed = other.close();
    const isClosing = () =>
      fetch(other.url).then(
        ({ status }) => status === 503,
        () => true,
      );
    await expect.poll(isClosing).toBe(true);
    openStream();
    await closed;
    await (await reading).ended;
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  test('stops listening if the client disconnects before it is opened', async () => {
    const { other, opening, open: openStream, stopped } = await startDelayed();
    const disconnected = other.nextDisconnect();
    const client = new AbortController();
    const asked = fetch(`${other.url}${PATH}`, {
      headers: { authorization: 'Bearer all' },
      signal: client.signal,
    });
    await opening;
    client.abort();
    await expect(asked).rejects.toThrow();
    await disconnected;
    openStream();
    await vi.waitFor(() => expect(stopped()).toBe(2), 4_000);
    await other.close();
  });

  test('sends heartbeats and ends when the token is revoked', async () => {
    const limits = { ...GATEWAY_LIMITS, heartbeatMs: 100 };
    const other = await startInbox(context.storage, { limits });
    const reader = await open({}, other);
    await vi.waitFor(() => expect(reader.comments.length).toBeGreaterThan(2), 4_000);
    other.users.delete('all');
    await reader.ended;
    expect(reader.messages).toEqual([]);
    await other.close();
  });

  test('ends as soon as a session of its user has ended', async () => {
    const other = await startInbox(context.storage);
    const reader = await open({}, other);
    await other.deliver(envelope([tierUpgrade('E-ended')]));
    await waitFor(reader, ['E-ended']);
    // Another user's: the stream continues.
    await context.db.execute(sql`select pg_notify(${ENDED_SESSIONS_CHANNEL}, '2')`);
    await other.deliver(envelope([tierUpgrade('E-later')]));
    await waitFor(reader, ['E-ended', 'E-later']);
    other.users.delete('all');
    const startedAt = performance.now();
    await context.db.execute(sql`select pg_notify(${ENDED_SESSIONS_CHANNEL}, 'all')`);
    await reader.ended;
    expect(performance.now() - startedAt).toBeLessThan(GATEWAY_LIMITS.heartbeatMs / 2);
    await other.close();
  });

  test('finds events at a heartbeat if a notification was lost', async () => {
    const limits = { ...GATEWAY_LIMITS, heartbeatMs: 100 };
    const listen = async () => async () => {};
    const other = await startInbox(context.storage, { limits, listen });
    const reader = await open({}, other);
    await other.deliver(envelope([tierUpgrade('E-1')]));
    await waitFor(reader, ['E-1']);
    reader.disconnect();
    await other.close();
  });

  if (context.kind === 'postgres') {
    test('catches up after the listening connection is lost', async () => {
      const reader = await open();
      await context.db.execute(
        sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
            where datname = current_database() and query like 'listen%'`,
      );
      await deliver('E-1');
      await waitFor(reader, ['E-1']);
    });
  }
});
