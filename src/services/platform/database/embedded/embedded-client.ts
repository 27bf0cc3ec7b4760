import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { PGlite, type PGliteOptions, type Results, type Transaction } from '@electric-sql/pglite';
import { currentContext } from '#services/platform/context.ts';
import { type DiskGuard, isWrite } from './disk-guard.ts';
import { SyncedFilesystem } from './synced-filesystem.ts';

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
/** PGlite has 128 MB, all of which it touches when it starts. The operating system caches its files as well. */
const SHARED_BUFFERS = '64MB';

/**
 * PGlite that lets the event loop turn between statements. PGlite runs a statement synchronously and
 * resolves its promise in a microtask, so a loop of awaited statements would stop everything else.
 *
 * Its only connection serves requests before background work (see `Context`), of which one
 * transaction runs at a time, when no request is between two of its statements.
 */
export class EmbeddedClient extends PGlite {
  #turnedAt = performance.now();
  /** Transactions and single statements of requests that are waiting or running. */
  #requested = 0;
  #requestedAt = Number.NEGATIVE_INFINITY;
  #background: Promise<unknown> = Promise.resolve();
  #backgroundWaitMs = 0;

  constructor(options: PGliteOptions) {
    const sharedBuffers = ['-c', `shared_buffers=${SHARED_BUFFERS}`];
    super({ ...options, startParams: [...PGlite.defaultStartParams, ...sharedBuffers] });
  }

  /** Every statement passes here, also those of a transaction. */
  override _runExclusiveQuery<T>(run: () => Promise<T>): Promise<T> {
    return super._runExclusiveQuery(async () => {
      if (performance.now() - this.#turnedAt > TURN_INTERVAL_MS) {
        await nextTurn();
        this.#turnedAt = performance.now();
      }
      return run();
    });
  }

  /** Every transaction passes here, and every statement outside of one. */
  override async _runExclusiveTransaction<T>(run: () => Promise<T>): Promise<T> {
    if (currentContext().isBackground) {
      const result = this.#background.then(async () => {
        await this.#waitForRequests();
        return super._runExclusiveTransaction(() => this.#runInBackground(run));
      });
      this.#background = result.catch(() => undefined);
      return result;
    }
    this.#requested += 1;
    try {
      return await super._runExclusiveTransaction(run);
    } finally {
      this.#requested -= 1;
      this.#requestedAt = performance.now();
    }
  }

  async #runInBackground<T>(run: () => Promise<T>): Promise<T> {
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

/**
 * PGlite over a directory, with every commit on disk before its promise resolves. Writes are rejected
 * while the disk is nearly full.
 */
export class SyncedClient extends EmbeddedClient {
  readonly #filesystem: SyncedFilesystem;
  readonly #guard: DiskGuard;

  constructor(directory: string, guard: DiskGuard) {
    const filesystem = new SyncedFilesystem(directory);
    super({ fs: filesystem });
    this.#filesystem = filesystem;
    this.#guard = guard;
  }

  override async query<Row>(...parameters: Parameters<PGlite['query']>): Promise<Results<Row>> {
    if (isWrite(parameters[0])) this.#guard.requireSpace();
    return super.query<Row>(...parameters);
  }

  /** PGlite doesn't sync inside transactions, not even on COMMIT. */
  override async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    this.#guard.requireSpace();
    const result = await super.transaction(work);
    await this.#filesystem.syncToFs();
    return result;
  }
}
