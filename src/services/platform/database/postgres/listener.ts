import { Client, escapeIdentifier } from 'pg';
import { APPLICATION_NAME } from '#services/platform/database/database.ts';
import type { Log } from '#services/platform/log.ts';

const CONNECT_TIMEOUT_MS = 5_000;

type OnPayload = (payload: string) => void;

/**
 * LISTEN on a dedicated connection that reconnects when lost. Notifications sent in between are lost,
 * so after a reconnect each callback gets an empty payload and has to catch up.
 */
export class Listener {
  readonly #url: string;
  readonly #log: Log;
  readonly #reconnectMs: number;
  readonly #callbacks = new Map<string, Set<OnPayload>>();
  #connection: Promise<Client> | undefined;
  /** The driver allows one statement at a time. */
  #lastStatement: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(url: string, log: Log, { reconnectMs = 1_000 } = {}) {
    this.#url = url;
    this.#log = log;
    this.#reconnectMs = reconnectMs;
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
      const client = await this.#connected();
      const listening = this.#lastStatement.then(() => listenTo(client, channel));
      this.#lastStatement = listening.catch(() => undefined);
      await listening;
    } catch (error) {
      callbacks.delete(onPayload);
      throw error;
    }
    return async () => {
      callbacks.delete(onPayload);
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
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

  #reconnectSoon(): void {
    if (this.#closed) return;
    setTimeout(() => {
      if (this.#closed) return;
      this.#connected().then(
        () => this.#catchUp(),
        () => this.#reconnectSoon(),
      );
    }, this.#reconnectMs).unref();
  }

  #catchUp(): void {
    this.#log.info('listening again');
    for (const channel of this.#callbacks.keys()) this.#notify(channel, '');
  }

  #notify(channel: string, payload: string): void {
    for (const onPayload of this.#callbacks.get(channel) ?? []) onPayload(payload);
  }
}

function listenTo(client: Client, channel: string) {
  return client.query(`listen ${escapeIdentifier(channel)}`);
}
