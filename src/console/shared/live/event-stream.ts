import type { AccessSource } from '#console/api/client.ts';
import { ApiError } from '#console/api/errors/api-error.ts';
import { parseErrorBody } from '#console/api/errors/error-body.ts';
import { requestUrl } from '#console/api/request-url.ts';
import { reportConnected } from '#console/lib/connection.ts';
import { createEventParser, type ServerSentEvent } from './server-sent-events.ts';

export function teamStreamUrl(baseUrl: string, path: string, teamId: string): string {
  return requestUrl(new URL(baseUrl, location.origin).href, { path }, { team_id: teamId }, {});
}

/** The service sends a heartbeat every 15 s (decisions.md, 38); without one the connection is dead. */
const MAX_SILENCE_MS = 40_000;

interface EventStreamOptions {
  /** Absolute. */
  readonly url: string;
  readonly accessSource: AccessSource;
  /** The event to resume after; undefined starts with the next one. */
  readonly lastEventId: string | undefined;
  readonly signal: AbortSignal;
  readonly maxSilenceMs?: number;
}

/**
 * Server-sent events, authenticated as the current user. The browser's `EventSource` can't send an
 * access token and doesn't notice dead connections.
 *
 * @returns when the service ends the stream
 * @throws {ApiError} `error-response`, `network`, or `timeout` without a heartbeat
 */
export async function* openEventStream(
  options: EventStreamOptions,
): AsyncGenerator<ServerSentEvent, void> {
  const { signal, maxSilenceMs = MAX_SILENCE_MS } = options;
  const silenceWatch = new AbortController();
  let timer = setTimeout(() => silenceWatch.abort(), maxSilenceMs);
  try {
    const response = await connect(options, AbortSignal.any([signal, silenceWatch.signal]));
    const parse = createEventParser();
    for await (const text of decode(response)) {
      clearTimeout(timer);
      timer = setTimeout(() => silenceWatch.abort(), maxSilenceMs);
      yield* parse(text);
    }
  } catch (cause) {
    if (signal.aborted || cause instanceof ApiError) throw cause;
    throw new ApiError({ kind: silenceWatch.signal.aborted ? 'timeout' : 'network', cause });
  } finally {
    clearTimeout(timer);
    silenceWatch.abort();
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
  const { accessToken } = await accessSource.access({ isBackground: true });
  let response = await send(accessToken);
  reportConnected();
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
