import { sql } from 'drizzle-orm';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import { splitByBytes } from '#services/platform/database/turns/split-by-bytes.ts';

/** Of the members of a step, each with all that its service sent. */
const STEP_BYTES = 512 * 1024;

/** The bytes of a member, which the database knows without reading them. */
export const DOCUMENT_BYTES = sql`octet_length(${directoryMembers.document})`.mapWith(Number);

/** Splits members into steps that are read one after another, so that others get the connection in between. */
export function inSteps<Row extends { bytes: number }>(rows: readonly Row[]): Row[][] {
  return splitByBytes(rows, { maxBytes: STEP_BYTES, bytesOf: ({ bytes }) => bytes });
}
