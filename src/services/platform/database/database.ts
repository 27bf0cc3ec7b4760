import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

/**
 * The database, with the same type for PGlite and PostgreSQL. Their results of `execute` have only
 * `rows` in common; use `returning()` to count changed rows.
 *
 * PGlite has a single connection, so inside a transaction always use its `tx`: a query on the outer
 * database would wait for the transaction forever.
 */
export type Database = NodePgDatabase;
/** A database, or an open transaction. */
export type Queries = Omit<Database, '$client'>;

/** An open database and its connection. */
export interface Storage {
  readonly kind: 'embedded' | 'postgres';
  readonly db: Database;
  /** Calls back with the payload of each NOTIFY on the channel. @returns a function that stops it */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  /** Whether the database can be used again without a new process; undefined if it always can. */
  isHealthy?: () => boolean;
  /** @throws when the database can't be reached. */
  ping(): Promise<void>;
  /** The state of the connection pool; undefined if there is none. */
  countConnections?: () => { active: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** Identifies connections in `pg_stat_activity`; the URL's own parameter takes precedence. */
export const APPLICATION_NAME = 'patron';

/** The database can't be used; the message is one line for the operator. */
export class DatabaseUnavailableError extends Error {}
