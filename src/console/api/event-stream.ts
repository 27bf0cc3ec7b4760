import { createEventParser, type ServerSentEvent } from '#console/lib/server-sent-events.ts';
import type { AccessSource } from './client.ts';
import { ApiError } from './errors/api-error.ts';
import { parseErrorBody } from './errors/error-body.ts';

/** A stream says every 15 s that it is alive (decisions.md, 38); one silent for longer is dead, in ms. */
const SILENCE_MS = 40_000;

interface EventStreamOptions {
  /** Absolute. */
  readonly url: string;
  readonly accessSource: AccessSource;
  /** The place after which to go on; undefined begins with what comes next. */
  readonly lastEventId: string | undefined;
  /** Ends the stream. */
  readonly signal: AbortSignal;
  /** How long it may say nothing, in ms. */
  readonly silence?: number;
}

/**
 * Server-sent events in the name of the signed-in person. The browser's own `EventSource` can't carry
 * an access token, nor notice a connection that is dead without being closed.
 *
 * @returns when the service ends the stream
 * @throws {ApiError} `error-response`, `network`, or `timeout` for a stream that fell silent
 */
export async function* openEventStream(
  options: EventStreamOptions,
): AsyncGenerator<ServerSentEvent, void> {
  const { signal, silence = SILENCE_MS } = options;
  const watch = new AbortController();
  let timer = setTimeout(() => watch.abort(), silence);
  try {
    const response = await connect(options, AbortSignal.any([signal, watch.signal]));
    const parse = createEventParser();
    for await (const text of decode(response)) {
      clearTimeout(timer);
      timer = setTimeout(() => watch.abort(), silence);
      yield* parse(text);
    }
  } catch (cause) {
    if (signal.aborted || cause instanceof ApiError) throw cause;
    throw new ApiError({ kind: watch.signal.aborted ? 'timeout' : 'network', cause });
  } finally {
    clearTimeout(timer);
    watch.abort();
  }
}

async function connect(options: EventStreamOptions, signal: AbortSignal): Promise<Response> {
  const { accessSource, url, lastEventId } = options;
  const send = (accessToken: string) =>
    fetch(url, {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${accessToken}`,
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      },
      credentials: 'omit',
      cache: 'no-store',
      signal,
    });
  const { accessToken } = await accessSource.access();
  let response = await send(accessToken);
  if (response.status === 401)
    response = await send((await accessSource.renew(accessToken)).accessToken);
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => undefined);
  throw new ApiError({
    kind: 'error-response',
    status: response.status,
    errors: parseErrorBody(body),
    requestId: response.headers.get('x-request-id') ?? undefined,
  });
}

async function* decode({ body }: Response): AsyncGenerator<string> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
