import { Client, escapeIdentifier } from 'pg';
import type { Log } from '../log.ts';

const RECONNECT_MS = 1_000;

/**
 * LISTEN on a connection of its own, opened again when it is lost. Notifications sent while it was
 * away are gone, so a reader catches up when its callback is called with an empty payload.
 */
export class Listener {
  readonly #url: string;
  readonly #log: Log;
  readonly #callbacks = new Map<string, Set<(payload: string) => void>>();
  #connection: Promise<Client> | undefined;
  #closed = false;

  constructor(url: string, log: Log) {
    this.#url = url;
    this.#log = log;
  }

  async listen(
    channel: string,
    onPayload: (payload: string) => void,
  ): Promise<() => Promise<void>> {
    const known = this.#callbacks.get(channel);
    const callbacks = known ?? new Set();
    callbacks.add(onPayload);
    this.#callbacks.set(channel, callbacks);
    const client = await this.#connected();
    if (!known) await client.query(`listen ${escapeIdentifier(channel)}`);
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
    const client = new Client({ connectionString: this.#url });
    client.on('notification', ({ channel, payload }) => this.#tell(channel, payload ?? ''));
    client.on('error', (error) => this.#log.warn({ err: error }, 'lost the listening connection'));
    client.on('end', () => this.#reconnectSoon());
    await client.connect();
    for (const channel of this.#callbacks.keys()) {
      await client.query(`listen ${escapeIdentifier(channel)}`);
    }
    return client;
  }

  #reconnectSoon(): void {
    if (this.#closed) return;
    this.#connection = undefined;
    setTimeout(() => {
      if (this.#closed) return;
      this.#connected().then(
        () => {
          for (const channel of this.#callbacks.keys()) this.#tell(channel, '');
        },
        () => this.#reconnectSoon(),
      );
    }, RECONNECT_MS).unref();
  }

  #tell(channel: string, payload: string): void {
    for (const callback of this.#callbacks.get(channel) ?? []) callback(payload);
  }
}
