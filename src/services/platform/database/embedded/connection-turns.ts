import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { currentContext } from '#services/platform/context.ts';
import type { Turns, Work } from './exclusive-pglite.ts';

/** How long statements may run one after another before requests, timers and signals are served. */
const TURN_INTERVAL_MS = 10;
/** A request's next statement usually follows within this time: background work lets it go first. */
const REQUEST_GAP_MS = 10;
/**
 * However many requests there are, background work waits at most this many times as long as its last
 * transaction took: it gets a fifth of the time.
 */
const BACKGROUND_WAITS = 4;
const BACKGROUND_WAIT_MAX_MS = 100;

/**
 * Lets the event loop turn between statements. PGlite runs a statement synchronously and resolves its
 * promise in a microtask, so a loop of awaited statements would stop everything else.
 *
 * Requests are served before background work (see `Context`), of which one transaction runs at a time,
 * when no request is between two of its statements.
 */
export class ConnectionTurns implements Turns {
  #turnedAt = performance.now();
  /** Transactions and single statements of requests that are waiting or running. */
  #requested = 0;
  #requestedAt = Number.NEGATIVE_INFINITY;
  #background: Promise<unknown> = Promise.resolve();
  #backgroundWaitMs = 0;

  async statement<T>(run: Work<T>): Promise<T> {
    if (performance.now() - this.#turnedAt > TURN_INTERVAL_MS) {
      await nextTurn();
      this.#turnedAt = performance.now();
    }
    return run();
  }

  async transaction<T>(run: Work<T>, exclusively: (run: Work<T>) => Promise<T>): Promise<T> {
    if (currentContext().isBackground) {
      const result = this.#background.then(async () => {
        await this.#waitForRequests();
        return exclusively(() => this.#runInBackground(run));
      });
      this.#background = result.catch(() => undefined);
      return result;
    }
    this.#requested += 1;
    try {
      return await exclusively(run);
    } finally {
      this.#requested -= 1;
      this.#requestedAt = performance.now();
    }
  }

  async #runInBackground<T>(run: Work<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await run();
    } finally {
      const tookMs = performance.now() - startedAt;
      this.#backgroundWaitMs = Math.min(BACKGROUND_WAITS * tookMs, BACKGROUND_WAIT_MAX_MS);
    }
  }

  async #waitForRequests(): Promise<void> {
    const endAt = performance.now() + this.#backgroundWaitMs;
    for (let now = performance.now(); now < endAt; now = performance.now()) {
      if (this.#requested === 0 && now - this.#requestedAt >= REQUEST_GAP_MS) return;
      await sleep(Math.min(endAt - now, REQUEST_GAP_MS));
    }
  }
}
