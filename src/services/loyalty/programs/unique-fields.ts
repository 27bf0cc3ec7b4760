import { and, asc, count, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { members } from '#services/loyalty/members/members-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { OperatorError } from '#services/platform/operator-error.ts';

/** Groups of members with the same value that the error lists. */
const LISTED_MAX = 10;
/** Members named per group. */
const NAMED_MAX = 5;

const FIELDS = {
  emailUnique: {
    label: 'email address',
    given: members.emailAddress,
    column: 'uniqueEmail',
    value: sql`lower(${members.emailAddress})`,
  },
  phoneUnique: {
    label: 'phone number',
    given: members.phoneNumber,
    column: 'uniquePhone',
    value: sql`${members.phoneNumber}`,
  },
} as const;
export type UniqueField = keyof typeof FIELDS;

/**
 * Fills or clears the column with the unique constraint for all members. The caller must hold the
 * exclusive lock on the program, so that no member changes during this.
 * @returns how many members have no value; their next change must set one
 * @throws {OperatorError} naming members that share a value
 */
export async function markUnique(
  tx: Queries,
  programId: number,
  field: UniqueField,
  isUnique: boolean,
): Promise<number> {
  const { column, given, value } = FIELDS[field];
  const ofProgram = eq(members.programId, programId);
  if (!isUnique) {
    await tx
      .update(members)
      .set({ [column]: null })
      .where(ofProgram);
    return 0;
  }
  const isMember = and(ofProgram, isNull(members.deletedAt));
  await checkNoneShared(tx, field, isMember);
  await tx
    .update(members)
    .set({ [column]: value })
    .where(and(ofProgram, ne(given, '')));
  const [without] = await tx
    .select({ total: count() })
    .from(members)
    .where(and(isMember, eq(given, '')));
  return without?.total ?? 0;
}

async function checkNoneShared(tx: Queries, field: UniqueField, isMember: SQL | undefined) {
  const { label, given, value } = FIELDS[field];
  const shared = await tx
    .select({
      memberIds: sql<
        string[]
      >`(array_agg(${members.memberId} order by ${members.id}))[1:${sql.raw(String(NAMED_MAX))}]`,
      size: count(),
      groups: sql`count(*) over ()`.mapWith(Number),
    })
    .from(members)
    .where(and(isMember, ne(given, '')))
    .groupBy(value)
    .having(sql`count(*) > 1`)
    .orderBy(asc(sql`min(${members.id})`))
    .limit(LISTED_MAX);
  if (shared.length === 0) return;
  const groups = shared
    .map(({ memberIds, size }) => {
      const unnamed = size - memberIds.length;
      return memberIds.join(' and ') + (unnamed > 0 ? ` and ${unnamed} more` : '');
    })
    .join('; ');
  const more = (shared[0]?.groups ?? 0) - shared.length;
  throw new OperatorError(
    `Members share the same ${label}: ${groups}${more > 0 ? `; and ${more} more groups` : ''}. Nothing was changed`,
  );
}
