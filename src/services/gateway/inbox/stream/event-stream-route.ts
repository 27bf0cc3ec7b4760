import type { FastifyInstance, FastifyRequest } from 'fastify';
import { INBOX_STREAM_EVENT, INBOX_STREAM_PATH } from '#contract/gateway/inbox.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { INBOX_CHANNEL } from '#services/gateway/inbox/inbox-channel.ts';
import {
  getLastSequence,
  listEventsAfter,
  toEventDocument,
} from '#services/gateway/inbox/inbox-events.ts';
import type { InboxEventRow } from '#services/gateway/inbox/inbox-events-table.ts';
import {
  streamNew,
  type TeamStream,
  teamStreamRoute,
} from '#services/gateway/streams/team-stream-route.ts';
import { shareReads } from '#services/platform/database/share-reads.ts';

const BATCH = 100;

/**
 * Streams new events, each once, in the order of their sequence (decisions.md, 38). With
 * `Last-Event-ID` it starts after that event, without it with the next new event.
 */
export function eventStreamRoute(app: FastifyInstance, dependencies: GatewayDependencies): void {
  const { db } = dependencies;
  // A notification wakes all streams of a team, and most of them are at the same position.
  const readMessages = shareReads(async (teamId: number, after: number): Promise<Message[]> => {
    const events = await listEventsAfter(db, teamId, after, BATCH);
    return events.map((event) => ({ sequence: event.sequence, text: formatEvent(event) }));
  });
  teamStreamRoute(app, dependencies, {
    url: INBOX_STREAM_PATH,
    id: 'streamInboxEvents',
    channel: INBOX_CHANNEL,
    open: async (stream, request) => {
      const newest = await getLastSequence(db, stream.teamId);
      // After restoring an older database, the client's id may be higher than any sequence.
      const after = Math.min(readLastEventId(request) ?? Infinity, newest);
      return streamEvents(readMessages, stream, after);
    },
  });
}

interface Message {
  sequence: number;
  text: string;
}

/** @param after the last sequence that the client has received */
async function* streamEvents(
  readMessages: (teamId: number, after: number) => Promise<Message[]>,
  stream: TeamStream,
  after: number,
): AsyncGenerator<string> {
  let last = after;
  // Not a message, as it has no data; but it sets the id from which the client resumes.
  yield `: connected\nid: ${last}\n\n`;
  yield* streamNew(stream, async function* () {
    const messages = await readMessages(stream.teamId, last);
    for (const { sequence, text } of messages) {
      yield text;
      last = sequence;
    }
    return messages.length === BATCH;
  });
}

function formatEvent(event: InboxEventRow): string {
  // Nobody can know yet: the directory was read before the event was received.
  const data = JSON.stringify({ ...toEventDocument(event), unknown_member: false });
  return `event: ${INBOX_STREAM_EVENT}\nid: ${event.sequence}\ndata: ${data}\n\n`;
}

function readLastEventId({ headers }: FastifyRequest): number | undefined {
  const text = String(headers['last-event-id'] ?? '');
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
