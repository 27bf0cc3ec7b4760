import { PGlite, type Transaction } from '@electric-sql/pglite';
import { SyncedFilesystem } from './synced-filesystem.ts';

/** PGlite over a directory, with every commit on disk before it is answered. */
export class SyncedClient extends PGlite {
  readonly #filesystem: SyncedFilesystem;

  constructor(directory: string) {
    const filesystem = new SyncedFilesystem(directory);
    super({ fs: filesystem });
    this.#filesystem = filesystem;
  }

  /** PGlite syncs after each statement but those of a transaction, its COMMIT among them. */
  override async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const result = await super.transaction(work);
    await this.#filesystem.syncToFs();
    return result;
  }
}
