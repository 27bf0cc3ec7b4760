import { INBOX_STREAM_EVENT } from '#contract/gateway/inbox.ts';
import { toEventDocument } from '#services/gateway/inbox/inbox-documents.ts';
import { listEventsAfter } from '#services/gateway/inbox/inbox-events-store.ts';
import type { InboxEventRow } from '#services/gateway/inbox/inbox-events-table.ts';
import type { Queries } from '#services/platform/database/database.ts';

const BATCH = 100;

/** Ends a wait early; a call of `wake` before the wait counts too. */
export interface WakeSignal {
  wake(): void;
  /** Resolves on `wake`, or after `ms`. */
  wait(ms: number): Promise<void>;
}

export function createWakeSignal(): WakeSignal {
  let isAwake = false;
  let resolveWait = () => {};
  return {
    wake() {
      isAwake = true;
      resolveWait();
    },
    async wait(ms) {
      if (!isAwake) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          resolveWait = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isAwake = false;
    },
  };
}

interface EventStream {
  db: Queries;
  teamId: number;
  /** The last sequence that the client has received. */
  after: number;
  /** Wakes the stream when there may be new events, and when it has to end. */
  signal: WakeSignal;
  hasEnded: () => boolean;
  /** Checked at each heartbeat: whether the client is still authorized. */
  isAuthorized: () => Promise<boolean>;
  heartbeatMs: number;
}

/**
 * A team's events as server-sent events, each once, in the order of their sequence. Events are read
 * from the database after each notification and heartbeat, so a lost notification loses nothing.
 */
export async function* streamEvents(stream: EventStream): AsyncGenerator<string> {
  const { db, teamId, signal, hasEnded, isAuthorized, heartbeatMs } = stream;
  let last = stream.after;
  // Not a message, as it has no data; but it sets the id from which the client resumes.
  yield `: connected\nid: ${last}\n\n`;
  let beatAt = performance.now();
  while (!hasEnded()) {
    const events = await listEventsAfter(db, teamId, last, BATCH);
    for (const event of events) {
      yield formatEvent(event);
      last = event.sequence;
    }
    const untilBeat = beatAt + heartbeatMs - performance.now();
    if (events.length < BATCH && untilBeat > 0) await signal.wait(untilBeat);
    if (performance.now() - beatAt < heartbeatMs) continue;
    if (!(await isAuthorized())) return;
    beatAt = performance.now();
    yield ': still here\n\n';
  }
}

function formatEvent(event: InboxEventRow): string {
  const data = JSON.stringify(toEventDocument(event));
  return `event: ${INBOX_STREAM_EVENT}\nid: ${event.sequence}\ndata: ${data}\n\n`;
}
