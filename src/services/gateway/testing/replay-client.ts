import type { InboxReplay } from '#contract/gateway/inbox-replays.ts';
import { processEvents } from '#services/gateway/inbox/process/process-events.ts';
import { processReplays } from '#services/gateway/inbox/replay/process-replays.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { envelope, tierUpgrade } from './sign-webhook.ts';
import type { TestInbox } from './start-inbox.ts';

/** Before all events. */
export const EPOCH = '2020-01-01T00:00:00.000Z';

/** Starts, reads and processes replays of team 1. */
export function createReplayClient(inbox: TestInbox) {
  const { db } = inbox.dependencies;
  const post = (path: string, body?: unknown, token = 'all') =>
    inbox.call(path, {
      method: 'POST',
      token,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  const readReplay = async (response: Promise<Response>) =>
    ((await (await response).json()) as { data: InboxReplay }).data;
  /** Processes the next batch of a replay. */
  const work = () => processReplays(db, inbox.clock, silentLog);
  return {
    post,
    start: (since = EPOCH) => readReplay(post('/teams/1/webhook-events/replay', { since })),
    get: ({ id }: Pick<InboxReplay, 'id'>) =>
      readReplay(inbox.call(`/teams/1/webhook-replays/${id}`)),
    stop: ({ id }: Pick<InboxReplay, 'id'>) =>
      readReplay(post(`/teams/1/webhook-replays/${id}/stop`)),
    list: async (query = '') =>
      (await (await inbox.call(`/teams/1/webhook-replays${query}`)).json()) as {
        data: InboxReplay[];
        total: number;
      },
    work,
    drain: async () => {
      while (await work());
    },
    /** Delivers and processes events; returns the time before them. */
    receive: async (first: number, count: number) => {
      inbox.clock.advance(60);
      const since = inbox.clock.now().toISOString();
      const ids = Array.from({ length: count }, (_, index) => `E-${first + index}`);
      await inbox.deliver(envelope(ids.map((id) => tierUpgrade(id, { member_id: `M-${id}` }))));
      while (await processEvents(db, inbox.clock, silentLog));
      return since;
    },
    /** The number of events by how often they were replayed. */
    replayCounts: async () => {
      const counts: Record<number, number> = {};
      let cursor: string | null = '';
      while (cursor !== null) {
        const query: string = cursor === '' ? '' : `&start_cursor=${cursor}`;
        const page = await inbox.listEvents(`?count=200${query}`);
        for (const { replays } of page.data) counts[replays] = (counts[replays] ?? 0) + 1;
        cursor = page.next_cursor;
      }
      return counts;
    },
  };
}

export type ReplayClient = ReturnType<typeof createReplayClient>;
