import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

/**
 * The database as the services see it, the same on PGlite and PostgreSQL. Of what `execute` answers
 * only `rows` is common to both; counts of changed rows come from `returning()`.
 *
 * PGlite has one connection: inside a transaction, work through the `tx` that it hands out; a query
 * through the outer database would wait for the transaction for ever.
 */
export type Database = NodePgDatabase;
/** A database or an open transaction in it. */
export type Queries = Omit<Database, '$client'>;

/** An open store: the database with what belongs to its connection. */
export interface Storage {
  readonly kind: 'embedded' | 'postgres';
  readonly db: Database;
  /** Calls back with the payload of each NOTIFY on the channel, until the returned function is called. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  /** @throws when the database can't be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The database can't be used; the message is one line for the person who starts the process. */
export class DatabaseUnavailableError extends Error {}
