import * as z from 'zod/mini';
import { ApiError } from '#console/api/errors/api-error.ts';
import type { ServerSentEvent } from '#console/lib/server-sent-events.ts';
import { INBOX_STREAM_EVENT } from '#contract/gateway/inbox.ts';

/** `refused`: the right to read is gone, and trying again would not bring it back. */
export type LiveStatus = 'connecting' | 'live' | 'reconnecting' | 'refused';

/** The first wait before a next try, and the longest, in ms. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

const messageSchema = z.union([
  /** A tab has come, and asks how things stand. */
  z.object({ kind: z.literal('hello') }),
  z.object({
    kind: z.literal('status'),
    status: z.enum(['connecting', 'live', 'reconnecting', 'refused']),
  }),
  /** Something came in; `place` is where the stream stands after it. */
  z.object({ kind: z.literal('event'), place: z.optional(z.string()) }),
]);
type Message = z.output<typeof messageSchema>;

interface LiveInboxOptions {
  /** What tabs that look at the same inbox share: one of them has the stream, and tells the others. */
  readonly name: string;
  /** Opens the stream after a place. @throws {ApiError} */
  readonly open: (place: string | undefined, signal: AbortSignal) => AsyncIterable<ServerSentEvent>;
  readonly onEvent: () => void;
  readonly onStatus: (status: LiveStatus) => void;
  /** In ms; tests wait less. */
  readonly firstWait?: number;
}

/**
 * Follows an inbox as it fills. However many tabs follow it, one stream is open: whoever holds the
 * Web Lock has it, and when that tab is closed the next one goes on from the place that it heard of.
 *
 * @returns stops following
 */
export function followInbox(options: LiveInboxOptions): () => void {
  const { name, open, onEvent, onStatus, firstWait = FIRST_WAIT_MS } = options;
  const ended = new AbortController();
  const { signal } = ended;
  const channel = new BroadcastChannel(name);
  let status: LiveStatus = 'connecting';
  let place: string | undefined;
  let isLeader = false;

  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = messageSchema.safeParse(data);
    if (message.success) hear(message.data);
  });
  const tell = (message: Message) => channel.postMessage(message);

  function hear(message: Message) {
    if (message.kind === 'hello') {
      if (isLeader) tell({ kind: 'status', status });
    } else if (message.kind === 'status') {
      setStatus(message.status);
    } else {
      place = message.place ?? place;
      onEvent();
    }
  }

  function setStatus(next: LiveStatus) {
    if (signal.aborted || next === status) return;
    status = next;
    onStatus(next);
    if (isLeader) tell({ kind: 'status', status });
  }

  function take({ id, name: type }: ServerSentEvent) {
    // Between the reading of the list and the first place something may have come in.
    const isFirstPlace = place === undefined && id !== undefined;
    place = id ?? place;
    setStatus('live');
    if (type !== INBOX_STREAM_EVENT && !isFirstPlace) return;
    onEvent();
    tell({ kind: 'event', place });
  }

  async function lead(): Promise<void> {
    isLeader = true;
    let wait = firstWait;
    while (!signal.aborted) {
      try {
        for await (const event of open(place, signal)) {
          take(event);
          wait = firstWait;
        }
      } catch (error) {
        if (isFinal(error)) return setStatus('refused');
      }
      setStatus('reconnecting');
      await pause(wait, signal);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  }

  tell({ kind: 'hello' });
  navigator.locks.request(name, { signal }, lead).catch(() => {
    // The page was left before its turn came.
  });
  return () => {
    ended.abort();
    channel.close();
  };
}

/** A refusal that stays; a session that ended is asked about by the session itself. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && [403, 404].includes(error.status);
}

/** Waits; a network that comes back, or the end, makes it shorter. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    globalThis.addEventListener?.('online', done);
    signal.addEventListener('abort', done);
  });
}
