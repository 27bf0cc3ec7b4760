import { INBOX_STREAM_EVENT } from '#contract/gateway/inbox.ts';
import { toEventDocument } from '#services/gateway/inbox/inbox-documents.ts';
import { listEventsAfter } from '#services/gateway/inbox/inbox-events-store.ts';
import type { InboxEventRow } from '#services/gateway/inbox/inbox-events-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import type { Alarm } from './alarm.ts';

const BATCH = 100;

interface EventStream {
  db: Queries;
  teamId: number;
  /** The sequence that the reader has seen last. */
  after: number;
  /** Rings when there may be something new, and when the stream is to end. */
  alarm: Alarm;
  hasEnded: () => boolean;
  /** Asked again at each heartbeat: whether the reader may still read. */
  mayContinue: () => Promise<boolean>;
  heartbeatMs: number;
}

/**
 * A team's events as server-sent events, each once, in the order of their sequence. What is sent is
 * read from the database, so nothing is lost by a notification that is; a heartbeat looks as well.
 */
export async function* streamEvents(stream: EventStream): AsyncGenerator<string> {
  const { db, teamId, alarm, hasEnded, mayContinue, heartbeatMs } = stream;
  let last = stream.after;
  // Without data it is no message, yet a reader that is cut off before the first one knows its place.
  yield `: connected\nid: ${last}\n\n`;
  let beatAt = performance.now();
  while (!hasEnded()) {
    const events = await listEventsAfter(db, teamId, last, BATCH);
    for (const event of events) {
      yield formatEvent(event);
      last = event.sequence;
    }
    const untilBeat = beatAt + heartbeatMs - performance.now();
    if (events.length < BATCH && untilBeat > 0) await alarm.wait(untilBeat);
    if (performance.now() - beatAt < heartbeatMs) continue;
    if (!(await mayContinue())) return;
    beatAt = performance.now();
    yield ': still here\n\n';
  }
}

function formatEvent(event: InboxEventRow): string {
  const data = JSON.stringify(toEventDocument(event));
  return `event: ${INBOX_STREAM_EVENT}\nid: ${event.sequence}\ndata: ${data}\n\n`;
}
