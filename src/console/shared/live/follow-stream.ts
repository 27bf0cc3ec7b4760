import * as z from 'zod/mini';
import { ApiError } from '#console/api/errors/api-error.ts';
import { onReconnect, reportConnectionLost } from '#console/lib/connection.ts';
import type { ServerSentEvent } from './server-sent-events.ts';

const LIVE_STATUSES = ['connecting', 'live', 'reconnecting', 'forbidden'] as const;
/** `forbidden`: access was revoked, so there are no more attempts to connect. */
export type LiveStatus = (typeof LIVE_STATUSES)[number];

/** The delay before reconnecting doubles from the first to the last. */
const MIN_RETRY_DELAY_MS = 1_000;
const MAX_RETRY_DELAY_MS = 30_000;

const messageSchema = z.union([
  /** Sent by a new tab to get the current status. */
  z.object({ kind: z.literal('hello') }),
  z.object({
    kind: z.literal('status'),
    status: z.enum(LIVE_STATUSES),
  }),
  /** An event was received; `lastEventId` is the position of the stream after it. */
  z.object({
    kind: z.literal('event'),
    lastEventId: z.optional(z.string()),
    data: z.optional(z.string()),
  }),
]);
type Message = z.output<typeof messageSchema>;

interface StreamOptions {
  /** The name of the lock and the channel: the same in all tabs that follow the same stream. */
  readonly name: string;
  /** The type of its events. */
  readonly eventName: string;
  /** Opens the stream after an event. @throws {ApiError} */
  readonly open: (
    lastEventId: string | undefined,
    signal: AbortSignal,
  ) => AsyncIterable<ServerSentEvent>;
  /** @param data of the event; undefined if events may have been missed */
  readonly onEvent: (data: string | undefined) => void;
  readonly onStatus: (status: LiveStatus) => void;
  /** Shorter in tests. */
  readonly minRetryDelayMs?: number;
}

/**
 * Follows server-sent events. Only one tab has an open stream, the one with the Web Lock, and it
 * broadcasts events to the others. When it is closed, the next tab continues after the last event.
 *
 * @returns a function that stops following
 */
export function followStream(options: StreamOptions): () => void {
  const { name, eventName, open, onEvent, onStatus } = options;
  const { minRetryDelayMs = MIN_RETRY_DELAY_MS } = options;
  const closed = new AbortController();
  const { signal } = closed;
  const channel = new BroadcastChannel(name);
  let status: LiveStatus = 'connecting';
  let lastEventId: string | undefined;
  let isLeader = false;

  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = messageSchema.safeParse(data);
    if (message.success) onMessage(message.data);
  });
  const broadcast = (message: Message) => channel.postMessage(message);

  function onMessage(message: Message) {
    if (message.kind === 'hello') {
      if (isLeader) broadcast({ kind: 'status', status });
    } else if (message.kind === 'status') {
      setStatus(message.status);
    } else {
      lastEventId = message.lastEventId ?? lastEventId;
      onEvent(message.data);
    }
  }

  function setStatus(next: LiveStatus) {
    if (signal.aborted || next === status) return;
    status = next;
    onStatus(next);
    if (isLeader) broadcast({ kind: 'status', status });
  }

  function onServerEvent({ id, name: type, data: sent }: ServerSentEvent) {
    // Events may have been sent between reading the list and opening the stream.
    const isFirstId = lastEventId === undefined && id !== undefined;
    lastEventId = id ?? lastEventId;
    setStatus('live');
    if (type !== eventName && !isFirstId) return;
    const data = type === eventName ? sent : undefined;
    onEvent(data);
    broadcast({ kind: 'event', lastEventId, data });
  }

  async function runStream(): Promise<void> {
    isLeader = true;
    let delayMs = minRetryDelayMs;
    while (!signal.aborted) {
      try {
        for await (const event of open(lastEventId, signal)) {
          onServerEvent(event);
          delayMs = minRetryDelayMs;
        }
      } catch (error) {
        if (isForbidden(error)) return setStatus('forbidden');
        if (error instanceof ApiError && error.kind === 'network') reportConnectionLost();
      }
      if (signal.aborted) return;
      setStatus('reconnecting');
      await waitForRetry(delayMs, signal);
      delayMs = Math.min(delayMs * 2, MAX_RETRY_DELAY_MS);
    }
  }

  broadcast({ kind: 'hello' });
  navigator.locks.request(name, { signal }, runStream).catch(() => {
    // Closed before the lock was granted.
  });
  return () => {
    closed.abort();
    channel.close();
  };
}

/** Whether a retry is pointless. An expired session (401) is handled by the session itself. */
function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && [403, 404].includes(error.status);
}

/** Resolves after the delay, when the connection is restored, or when following stops. */
function waitForRetry(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stopListening();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, delayMs);
    const stopListening = onReconnect(done);
    signal.addEventListener('abort', done);
  });
}
