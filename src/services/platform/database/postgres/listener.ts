import { Client, escapeIdentifier } from 'pg';
import { APPLICATION_NAME } from '#services/platform/database/database.ts';
import { codeOf, TOO_MANY_CONNECTIONS } from '#services/platform/database/unavailable.ts';
import type { Log } from '#services/platform/log.ts';
import type { Pooling } from './pooling.ts';

const CONNECT_TIMEOUT_MS = 5_000;

type OnPayload = (payload: string) => void;

const POLL_MS = 2_000;

interface Options {
  /** Behind a pooler in transaction mode, notifications never arrive. */
  pooling?: Pooling;
  reconnectMs?: number;
}

/**
 * LISTEN on a dedicated connection that reconnects when lost. Notifications sent in between are lost,
 * so after a reconnect each callback gets an empty payload and has to catch up. Where notifications
 * don't arrive, or there is no connection left for them, the callbacks get one every two seconds.
 */
export class Listener {
  readonly #url: string;
  readonly #log: Log;
  readonly #pooling: Pooling;
  readonly #reconnectMs: number;
  readonly #callbacks = new Map<string, Set<OnPayload>>();
  #connection: Promise<Client> | undefined;
  /** The driver allows one statement at a time. */
  #lastStatement: Promise<unknown> = Promise.resolve();
  #closed = false;
  #polling: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;

  constructor(url: string, log: Log, { pooling = 'session', reconnectMs = 1_000 }: Options = {}) {
    this.#url = url;
    this.#log = log;
    this.#pooling = pooling;
    this.#reconnectMs = reconnectMs;
    if (pooling === 'transaction') this.#poll('notifications do not pass the pooler');
  }

  /**
   * Calls back with each payload from now on.
   * @returns a function that stops it
   * @throws when the database can't be reached; the callback is not registered then.
   */
  async listen(channel: string, onPayload: OnPayload): Promise<() => Promise<void>> {
    const callbacks = this.#callbacks.get(channel) ?? new Set();
    this.#callbacks.set(channel, callbacks.add(onPayload));
    try {
      if (this.#pooling === 'transaction') return async () => void callbacks.delete(onPayload);
      const client = await this.#connected();
      const listening = this.#lastStatement.then(() => listenTo(client, channel));
      this.#lastStatement = listening.catch(() => undefined);
      await listening;
    } catch (error) {
      if (codeOf(error) === TOO_MANY_CONNECTIONS) {
        this.#poll('the database has no connection left to listen on');
        this.#reconnectSoon();
      } else {
        callbacks.delete(onPayload);
        throw error;
      }
    }
    return async () => {
      callbacks.delete(onPayload);
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#polling);
    const client = await this.#connection?.catch(() => undefined);
    await client?.end();
  }

  #connected(): Promise<Client> {
    this.#connection ??= this.#connect().catch((error: unknown) => {
      this.#connection = undefined;
      throw error;
    });
    return this.#connection;
  }

  async #connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.#url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: `${APPLICATION_NAME} listener`,
    });
    client.on('notification', ({ channel, payload }) => this.#notify(channel, payload ?? ''));
    client.on('error', (error) => this.#log.warn({ err: error }, 'lost the listening connection'));
    try {
      await client.connect();
      for (const channel of this.#callbacks.keys()) await listenTo(client, channel);
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
    // Only after a successful connect: if connecting fails, the caller retries.
    client.once('end', () => {
      this.#connection = undefined;
      this.#reconnectSoon();
    });
    return client;
  }

  #poll(reason: string): void {
    if (this.#polling !== undefined || this.#closed) return;
    this.#log.warn(`${reason}; streams and workers read the database every two seconds`);
    this.#polling = setInterval(() => this.#notifyAll(), POLL_MS).unref();
  }

  #stopPolling(): void {
    clearInterval(this.#polling);
    this.#polling = undefined;
  }

  #reconnectSoon(): void {
    if (this.#closed || this.#retry !== undefined) return;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      if (this.#closed) return;
      this.#connected().then(
        () => this.#catchUp(),
        () => this.#reconnectSoon(),
      );
    }, this.#reconnectMs).unref();
  }

  #catchUp(): void {
    this.#stopPolling();
    this.#log.info('listening again');
    this.#notifyAll();
  }

  #notifyAll(): void {
    for (const channel of this.#callbacks.keys()) this.#notify(channel, '');
  }

  #notify(channel: string, payload: string): void {
    for (const onPayload of this.#callbacks.get(channel) ?? []) onPayload(payload);
  }
}

function listenTo(client: Client, channel: string) {
  return client.query(`listen ${escapeIdentifier(channel)}`);
}
