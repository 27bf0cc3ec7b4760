import type { PgTable } from 'drizzle-orm/pg-core';
import type { Queries } from '#services/platform/database/database.ts';

/** The member whose data is read or erased. */
export interface DataSubject {
  /** The teams that see the member's program. */
  teamIds: number[];
  /** The loyalty program of this deployment; null if the program is at another service. */
  partnerId: string | null;
  /** The operator's ids. Empty if another member has them by now. */
  memberIds: string[];
  /** The loyalty service's ids. */
  serviceIds: string[];
  /** Email, phone and full name, by which texts about something else name the person. None of them is another member's. */
  identifiers: string[];
  /** Takes the place of the ids where an entry stays. */
  pseudonym: string;
}

/** The tables of a service that have data about members, and what is done with it. */
export interface PersonalDataSection {
  /** Its name in the document and in receipts. */
  name: string;
  tables: readonly PgTable[];
  /** Entries about the member, without keys and secrets. */
  read(db: Queries, subject: DataSubject): Promise<Record<string, unknown>[]>;
  /**
   * Erases what is about the member. It can be repeated.
   * @returns the number of entries
   */
  erase(tx: Queries, subject: DataSubject, now: Date): Promise<number>;
}
