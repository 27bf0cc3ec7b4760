import { and, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Queries } from '#services/platform/database/database.ts';

/** The member whose data is read or erased. */
export interface DataSubject {
  /** The teams that see the member's program. */
  teamIds: number[];
  /** The loyalty program of this deployment; null if the program is at another service. */
  partnerId: string | null;
  /** The loyalty service's id, which decides; null if it isn't known. */
  serviceId: string | null;
  /** The operator's ID, as written. It may be another member's at another time. */
  memberId: string;
  /** The time in which the member had the ID, as ISO 8601; null where no other member had it. */
  from: string | null;
  until: string | null;
  /** Takes the place of the ids where an entry stays. */
  pseudonym: string;
}

/** The tables of a service that have data about members, and what is done with it. */
export interface PersonalDataSection {
  /** Its name in the document and in receipts. */
  name: string;
  tables: readonly PgTable[];
  /** Entries about the member, without keys and secrets. */
  read(db: Queries, subject: DataSubject, limit?: number): Promise<Record<string, unknown>[]>;
  /** Erases some of what is about the member, in a transaction. It is repeated while there is more. */
  erase(tx: Queries, subject: DataSubject, now: Date): Promise<ErasedPart>;
}

interface ErasedPart {
  /** The number of entries. */
  count: number;
  more: boolean;
  /** Whether a job is working on some of it, so that it can only be erased later. */
  isInUse?: boolean;
}

/** The most rows that one transaction erases, so that none takes long. */
export const ERASED_ROWS = 500;

/**
 * Matches a key of the member. As the result of a query, so that the planner doesn't know it: for a key that it knows
 * to be frequent, it would read the whole table until it has found enough.
 */
export const isKey = (column: SQLWrapper, key: string): SQL =>
  sql`${column} = (select ${key}::text)`;

/**
 * Matches entries about the member: those with the service's id, and those that have the operator's ID alone,
 * from the time in which it was the member's.
 */
export function isAbout(
  subject: Pick<DataSubject, 'serviceId' | 'memberId' | 'from' | 'until'>,
  { serviceId, memberId, at }: { serviceId: SQLWrapper; memberId: PgColumn; at: SQLWrapper },
): SQL | undefined {
  return or(
    subject.serviceId === null ? undefined : isKey(serviceId, subject.serviceId),
    and(isNull(serviceId), isKey(memberId, subject.memberId), isInTime(at, subject)),
  );
}

/** Matches the time in which the member had the operator's ID. */
export function isInTime(at: SQLWrapper, { from, until }: Pick<DataSubject, 'from' | 'until'>) {
  return and(
    from === null ? undefined : sql`${at} >= ${from}::timestamptz`,
    until === null ? undefined : sql`${at} < ${until}::timestamptz`,
  );
}
