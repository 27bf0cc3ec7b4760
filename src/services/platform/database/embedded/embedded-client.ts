import { setImmediate as nextTurn } from 'node:timers/promises';
import { PGlite, type Results, type Transaction } from '@electric-sql/pglite';
import { type DiskGuard, isWrite } from './disk-guard.ts';
import { SyncedFilesystem } from './synced-filesystem.ts';

/** How long statements may run one after another before requests, timers and signals are served. */
const TURN_INTERVAL_MS = 10;

/**
 * PGlite that lets the event loop turn between statements. PGlite runs a statement synchronously and
 * resolves its promise in a microtask, so a loop of awaited statements would stop everything else.
 */
export class EmbeddedClient extends PGlite {
  #turnedAt = performance.now();

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
