import { currentContext, runInContext } from '#services/platform/context.ts';
import { TooManyReadsError } from '#services/platform/database/turns/team-queues.ts';
import { STATEMENT_TIMEOUT } from '#services/platform/database/unavailable.ts';
import { errorResponse, type JsonApiError } from '#services/platform/json-api/errors.ts';

/** How long reading a list may take. */
const LIST_MS = 2_000;
const RETRY_SECONDS = 5;

/**
 * Reads a list from the database within limits: a team has eight statements at a time and each of its users four,
 * further ones wait in the team's own queue (`TeamQueues`). From the first one on, it may take two seconds.
 * @throws {JsonApiError} 503 if it takes too long, or if too many wait
 */
export async function readList<Result>(
  read: () => Promise<Result>,
  limitMs: number | undefined = LIST_MS,
): Promise<Result> {
  const context = currentContext();
  // It has its own turns.
  if (context.isBackground) return read();
  try {
    // Awaited in the context, because a query starts when it is awaited.
    return await runInContext({ ...context, read: { limitMs } }, async () => await read());
  } catch (error) {
    throw toResponse(error) ?? error;
  }
}

/**
 * Reads the parts of a file like lists. They have no time limit but that of each statement, because nothing can be
 * said of an error after the beginning of a file.
 */
export async function* readParts<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  // A stream asks for its parts in the context of its receiver.
  const context = { ...currentContext(), read: {} };
  const iterator = parts[Symbol.asyncIterator]();
  for (;;) {
    const { value, done } = await runInContext(context, () => iterator.next());
    if (done) return;
    yield value;
  }
}

function toResponse(error: unknown): JsonApiError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof TooManyReadsError) {
      return overloaded('Too many lists are being read. Try again later.', error);
    }
    if ((cause as { code?: string }).code === STATEMENT_TIMEOUT) {
      return overloaded(
        'Reading this list took too long. Use fewer filters, or try again later.',
        error,
      );
    }
  }
  return undefined;
}

const overloaded = (detail: string, cause: unknown) =>
  errorResponse(503, { detail, cause, headers: { 'retry-after': String(RETRY_SECONDS) } });
