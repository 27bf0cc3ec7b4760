import { setImmediate as nextTurn } from 'node:timers/promises';
import { PGlite, type PGliteOptions, type Results, type Transaction } from '@electric-sql/pglite';
import { FairTurns } from '#services/platform/database/turns/fair-turns.ts';
import type { Log } from '#services/platform/log.ts';
import { type DiskGuard, isWrite } from './disk-guard.ts';
import { ExclusivePglite, type Turns } from './exclusive-pglite.ts';
import { SyncedFilesystem } from './synced-filesystem.ts';

/** PGlite has 128 MB, all of which it touches when it starts. The operating system caches its files as well. */
const SHARED_BUFFERS = '64MB';
const START_PARAMETERS = [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`];
/**
 * A GIN index collects new entries in a list that every search reads from end to end, up to 4 MB of them:
 * autovacuum would empty it, but the embedded database has none. A short list is merged by the statement
 * that fills it.
 */
const PENDING_LIST_LIMIT = '64kB';
/** How long statements may run one after another before requests, timers and signals are served. */
const TURN_INTERVAL_MS = 10;
/** A connection that breaks again within this time isn't helped by another attempt. */
const REOPEN_INTERVAL_MS = 60_000;

type OnPayload = (payload: string) => void;

interface Options {
  /** Called each time the database is opened. */
  connect(): PGliteOptions;
  guard?: DiskGuard;
  log?: Log | undefined;
  /** Called if the database can't be used any more. */
  onUnusable?: ((error: Error) => void) | undefined;
}

/**
 * The embedded database: PGlite, which is opened again if its connection breaks. If that doesn't help,
 * the process ends, because another one may do better.
 */
export class EmbeddedClient {
  readonly #options: Options;
  readonly #turns = createTurns();
  readonly #subscriptions = new Set<{ channel: string; onPayload: OnPayload }>();
  #pglite: Promise<ExclusivePglite>;
  #brokenAt = Number.NEGATIVE_INFINITY;
  #isHealthy = true;

  constructor(options: Options) {
    this.#options = options;
    this.#pglite = this.#open();
    // The first statement reports the error.
    this.#pglite.catch(() => undefined);
  }

  /** Resolves once the database is open, and rejects if it can't be opened. */
  get waitReady(): Promise<unknown> {
    return this.#pglite;
  }

  /** False while the database is opened again, and if it can't be. */
  get isHealthy(): boolean {
    return this.#isHealthy;
  }

  async query<Row>(...parameters: Parameters<PGlite['query']>): Promise<Results<Row>> {
    if (isWrite(parameters[0])) this.#options.guard?.requireSpace();
    return (await this.#pglite).query<Row>(...parameters);
  }

  async exec(...parameters: Parameters<PGlite['exec']>): Promise<Results[]> {
    return (await this.#pglite).exec(...parameters);
  }

  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    this.#options.guard?.requireSpace();
    return (await this.#pglite).transaction(work);
  }

  /** Runs something while no statement runs. */
  async runExclusive<T>(run: () => Promise<T>): Promise<T> {
    return (await this.#pglite).runExclusive(run);
  }

  /** @returns a function that stops it */
  async listen(channel: string, onPayload: OnPayload): Promise<() => Promise<void>> {
    const subscription = { channel, onPayload };
    await (await this.#pglite).listen(channel, onPayload);
    this.#subscriptions.add(subscription);
    return async () => {
      this.#subscriptions.delete(subscription);
      await (await this.#pglite).unlisten(channel, onPayload);
    };
  }

  async close(): Promise<void> {
    await (await this.#pglite).close();
  }

  async #open(): Promise<ExclusivePglite> {
    const options = { ...this.#options.connect(), startParams: START_PARAMETERS };
    const pglite = new ExclusivePglite(options, this.#turns, () => this.#reopen());
    await pglite.waitReady;
    await pglite.exec(`set gin_pending_list_limit = '${PENDING_LIST_LIMIT}'`);
    for (const { channel, onPayload } of this.#subscriptions) {
      await pglite.listen(channel, onPayload);
    }
    return pglite;
  }

  /** Starts PostgreSQL as after a crash: it recovers from its files. The broken connection never writes again. */
  #reopen(): void {
    this.#isHealthy = false;
    const brokenBefore = this.#brokenAt;
    this.#brokenAt = performance.now();
    if (this.#brokenAt - brokenBefore < REOPEN_INTERVAL_MS) {
      this.#pglite = Promise.reject(new Error('The embedded database broke again'));
    } else {
      this.#options.log?.error('the embedded database is broken and opened again');
      this.#pglite = this.#open();
    }
    this.#pglite.then(
      () => {
        this.#isHealthy = true;
        // Notifications may have been lost: each subscriber has to catch up.
        for (const { onPayload } of this.#subscriptions) onPayload('');
      },
      (error: Error) => (this.#options.onUnusable ?? throwUncaught)(error),
    );
  }
}

/**
 * Lets the event loop turn between statements. PGlite runs a statement synchronously and resolves its
 * promise in a microtask, so a loop of awaited statements would stop everything else.
 */
function createTurns(): Turns {
  const fairTurns = new FairTurns({ places: () => 1 });
  let turnedAt = performance.now();
  return {
    async statement(run) {
      if (performance.now() - turnedAt > TURN_INTERVAL_MS) {
        await nextTurn();
        turnedAt = performance.now();
      }
      return run();
    },
    async transaction(run, exclusively) {
      const leave = await fairTurns.enter();
      return exclusively(run).finally(leave);
    },
  };
}

/** Ends the process, with a line in its log. */
function throwUncaught(error: Error): void {
  queueMicrotask(() => {
    throw error;
  });
}

/**
 * The embedded database in a directory, with every commit on disk before its promise resolves. Writes are
 * rejected while the disk is nearly full.
 */
export function openDirectory(
  directory: string,
  options: Omit<Options, 'connect'> = {},
): EmbeddedClient {
  return new EmbeddedClient({
    ...options,
    connect: () => ({ fs: new SyncedFilesystem(directory) }),
  });
}
