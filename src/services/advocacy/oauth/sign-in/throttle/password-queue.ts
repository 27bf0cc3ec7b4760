import { availableParallelism } from 'node:os';
import { PasswordQueueFullError } from '#services/advocacy/oauth/oauth-error.ts';

/**
 * Password checks at a time. Each keeps a thread and 19 MB busy, and the process has four such threads,
 * which also read files.
 */
const PARALLEL = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Checks that wait: about a second. */
const QUEUE_MAX = 64;
/** Checks of one source that wait, so that it leaves room for others. */
const SOURCE_QUEUE_MAX = 32;

let running = 0;
const waiting: { source: string; start: () => void }[] = [];

/**
 * Checks a password, or waits in a short queue for it. The limits are the process's, like its threads.
 * @param source a network or user, which gets only a part of the queue
 * @throws {PasswordQueueFullError} when the queue is full
 */
export async function inPasswordQueue<Result>(
  source: string,
  check: () => Promise<Result>,
): Promise<Result> {
  if (running >= PARALLEL) await waitForTurn(source);
  else running += 1;
  try {
    return await check();
  } finally {
    const next = waiting.shift();
    if (next) next.start();
    else running -= 1;
  }
}

function waitForTurn(source: string): Promise<void> {
  const ofSource = waiting.filter((one) => one.source === source).length;
  if (waiting.length >= QUEUE_MAX || ofSource >= SOURCE_QUEUE_MAX) {
    throw new PasswordQueueFullError();
  }
  return new Promise((start) => waiting.push({ source, start }));
}
