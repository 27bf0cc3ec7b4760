import { PGlite, type PGliteOptions } from '@electric-sql/pglite';

export type Work<T> = () => Promise<T>;

/** Decides when PGlite's only connection is used. */
export interface Turns {
  /** Runs a statement, also one of a transaction. */
  statement<T>(run: Work<T>): Promise<T>;
  /**
   * Runs a transaction, or a statement outside of one.
   * @param exclusively waits until no other runs
   */
  transaction<T>(run: Work<T>, exclusively: (run: Work<T>) => Promise<T>): Promise<T>;
}

/** The status of a connection without a transaction, in PostgreSQL's protocol. */
const IDLE = 'I';
/** Simple query: a letter, the length in four bytes, the text, and a zero. */
const ROLLBACK = new Uint8Array(Buffer.from('Q\0\0\0\x0dROLLBACK\0'));

/** Rejects what waited for a connection that broke: it can be repeated. */
class ConnectionBrokenError extends Error {
  /** The server is starting up. */
  readonly code = '57P03';

  constructor() {
    super('The embedded database is being opened again');
  }
}

/**
 * PGlite whose statements and transactions take turns as we decide, and whose connection is outside of a
 * transaction after each of them. Everything of PGlite that isn't documented is used here.
 */
export class ExclusivePglite extends PGlite {
  readonly #turns: Turns;
  readonly #onBroken: () => void;
  #status: string | undefined = IDLE;
  #isBroken = false;

  /** @param onBroken called once, if a transaction can't be ended: this object is of no use any more */
  constructor(options: PGliteOptions, turns: Turns, onBroken: () => void) {
    super(options);
    this.#turns = turns;
    this.#onBroken = onBroken;
  }

  override _runExclusiveQuery<T>(run: Work<T>): Promise<T> {
    return super._runExclusiveQuery(() => this.#turns.statement(run));
  }

  override _runExclusiveTransaction<T>(run: Work<T>): Promise<T> {
    return this.#turns.transaction(
      () => this.#runToIdle(run),
      (work) => super._runExclusiveTransaction(work),
    );
  }

  override async execProtocolStream(
    ...parameters: Parameters<PGlite['execProtocolStream']>
  ): ReturnType<PGlite['execProtocolStream']> {
    this.#status = undefined;
    const messages = await super.execProtocolStream(...parameters);
    const last = messages.at(-1);
    if (last?.name === 'readyForQuery') this.#status = (last as { status?: string }).status;
    return messages;
  }

  async #runToIdle<T>(run: Work<T>): Promise<T> {
    if (this.#isBroken) throw new ConnectionBrokenError();
    try {
      return await run();
    } finally {
      if (this.#status !== IDLE) await this.#rollBack();
      // PGlite doesn't sync inside transactions, not even on COMMIT.
      await this.fs?.syncToFs();
    }
  }

  async #rollBack(): Promise<void> {
    await this.execProtocolStream(ROLLBACK, { syncToFs: false }).catch(() => undefined);
    if (this.#status === IDLE) return;
    this.#isBroken = true;
    this.#onBroken();
  }
}
