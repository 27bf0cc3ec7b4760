import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClientBase, Pool, type PoolClient, type QueryConfig } from 'pg';
import { currentContext } from '#services/platform/context.ts';
import { APPLICATION_NAME } from '#services/platform/database/database.ts';
import { FairTurns } from '#services/platform/database/turns/fair-turns.ts';
import {
  codeOf,
  READ_ONLY,
  TOO_MANY_CONNECTIONS,
} from '#services/platform/database/unavailable.ts';
import type { Log } from '#services/platform/log.ts';
import type { Pooling } from './pooling.ts';

export const CONNECT_TIMEOUT_MS = 5_000;
const CONNECT_RETRY_MS = 200;
const IDLE_TIMEOUT_MS = 30_000;
const POOL_SIZE = 10;
/** How long a pool that got fewer connections than it wanted is content with them. */
const SMALL_POOL_MS = 30_000;
/** How long the server works on one statement, including waits for locks. */
const STATEMENT_TIMEOUT_MS = 7_000;
/** How long to wait for a server that may hang; longer, so that a busy one reports its own timeout. */
export const RESPONSE_TIMEOUT_MS = 8_000;

/** What our transactions expect, whatever the default of the database or the role is. */
const ISOLATION = 'isolation level read committed';

interface PoolOptions {
  url: string;
  log: Log;
  pooling: Pooling;
  /** False: statements may run for as long as they need, as in an operator's commands. */
  hasTimeLimit: boolean;
}

type PoolCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: PoolClient['release'],
) => void;

/**
 * A pool that survives the loss of any of its connections, and makes do with fewer connections than it
 * wants: requests wait for one of them.
 *
 * Isolation and time limit are set in each transaction, not as parameters of the connection, which a pooler rejects.
 * Statements outside of transactions take them from the session, and where a pooler gives the session away after
 * each of them, they become transactions.
 */
export class StatementPool extends Pool {
  readonly #log: Log;
  readonly #hasOwnSession: boolean;
  /** The turns of requests and background work that need a connection. */
  readonly #turns = new FairTurns({
    places: () => this.options.max,
    waitMs: CONNECT_TIMEOUT_MS,
  });
  /** Ends the turn of an acquired connection. */
  readonly #turnOf = new WeakMap<PoolClient, () => void>();

  constructor({ url, log, pooling, hasTimeLimit }: PoolOptions) {
    const timeout = hasTimeLimit ? `statement_timeout = ${STATEMENT_TIMEOUT_MS}` : undefined;
    super({
      connectionString: url,
      max: POOL_SIZE,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      keepAlive: true,
      application_name: APPLICATION_NAME,
      ...(hasTimeLimit && { query_timeout: RESPONSE_TIMEOUT_MS }),
      ...(pooling === 'session' && {
        onConnect: async (client: ClientBase) => {
          const session = `set session characteristics as transaction ${ISOLATION}`;
          await client.query(timeout ? `${session}; set ${timeout}` : session);
        },
      }),
    });
    this.#log = log;
    this.#hasOwnSession = pooling === 'session';
    this.on('error', (error) => log.warn({ err: error }, 'lost an idle database connection'));
    this.#releaseLostConnections(hasTimeLimit);
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: PoolCallback): void;
  override connect(callback?: PoolCallback): Promise<PoolClient> | undefined {
    const connected = this.#connect();
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }

  /** How many requests and background work wait for a connection. */
  get waiting(): number {
    return this.#turns.waitingCount + this.waitingCount;
  }

  async #connect(): Promise<PoolClient> {
    const leave = await this.#turns.enter();
    try {
      const client = await this.#connectSoon();
      this.#turnOf.set(client, leave);
      return client;
    } catch (error) {
      leave();
      throw error;
    }
  }

  async #connectSoon(): Promise<PoolClient> {
    const endAt = performance.now() + CONNECT_TIMEOUT_MS;
    for (;;) {
      try {
        return await super.connect();
      } catch (error) {
        if (codeOf(error) !== TOO_MANY_CONNECTIONS || performance.now() > endAt) throw error;
        if (this.totalCount > 0) this.#makeDo();
        // Other processes have all of them.
        else await sleep(CONNECT_RETRY_MS);
      }
    }
  }

  /** Waits for the connections that there are instead of opening more. */
  #makeDo(): void {
    if (this.options.max === POOL_SIZE) {
      this.#log.warn('the database accepts fewer connections than Patron uses; requests wait');
      setTimeout(() => {
        this.options.max = POOL_SIZE;
      }, SMALL_POOL_MS).unref();
    }
    this.options.max = this.totalCount;
  }

  /** Runs a statement outside of a transaction, as Drizzle does. */
  // biome-ignore lint/suspicious/noExplicitAny: the driver has a dozen overloads.
  override async query(config: any, values?: any): Promise<any> {
    const client = await this.connect();
    try {
      const hasOtherLimit = currentContext().read?.limitMs !== undefined;
      if (this.#hasOwnSession && !hasOtherLimit) return await client.query(config, values);
      return await inTransaction(client, () => client.query(config, values));
    } finally {
      client.release();
    }
  }

  /**
   * Releases acquired connections that are lost. Drizzle doesn't release a connection when a
   * transaction's `begin` fails, so ten of those would exhaust the pool.
   */
  #releaseLostConnections(hasTimeLimit: boolean): void {
    const acquired = new Set<PoolClient>();
    this.on('acquire', (client) => acquired.add(client));
    this.on('release', (_error, client) => {
      acquired.delete(client);
      this.#turnOf.get(client)?.();
      this.#turnOf.delete(client);
    });
    this.on('connect', (client) => {
      client.on('error', () => undefined);
      observe(client, hasTimeLimit);
      client.on('end', () => {
        if (!acquired.has(client)) return;
        client.release(true);
        // Make a second `release()` harmless.
        client.release = () => undefined;
      });
    });
  }
}

async function inTransaction<T>(client: PoolClient, run: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await run();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Adds limits to the beginning of each transaction, and gives up connections that are of no use. */
function observe(client: PoolClient, hasTimeLimit: boolean): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
  const observed = (config: string | QueryConfig, ...rest: unknown[]) => {
    const result = query(withLimits(config, hasTimeLimit), ...rest);
    if (result instanceof Promise) result.catch((error: Error) => giveUp(client, error));
    return result;
  };
  client.query = observed as typeof client.query;
}

/** Only transactions that choose their isolation, such as `begin isolation level repeatable read`, have another. */
function withLimits(config: string | QueryConfig, hasTimeLimit: boolean): string | QueryConfig {
  const text = typeof config === 'string' ? config : config.text;
  if (!/^begin\b/.test(text)) return config;
  const { limitMs = hasTimeLimit ? STATEMENT_TIMEOUT_MS : undefined } = currentContext().read ?? {};
  const limits = limitMs === undefined ? '' : `; set local statement_timeout = ${limitMs}`;
  const begin = `${text.includes('isolation level') ? text : `${text} ${ISOLATION}`}${limits}`;
  return typeof config === 'string' ? begin : { ...config, text: begin };
}

/**
 * Destroys a connection whose server didn't respond in time, because Drizzle would wait as long again for the
 * response to its `rollback`, and releases one to a server that became read-only instead of using it again.
 */
function giveUp(client: PoolClient, error: Error): void {
  if (error.message.startsWith('Query read timeout')) {
    (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  } else if (codeOf(error) === READ_ONLY) {
    const { release } = client;
    client.release = () => release(true);
  }
}
