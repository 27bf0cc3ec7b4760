import { and, asc, count, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { members } from '#services/loyalty/members/members-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { OperatorError } from '#services/platform/operator-error.ts';

/** How many groups of members that share a value are named. */
const NAMED_MAX = 10;

const FIELDS = {
  emailUnique: {
    called: 'e-mail address',
    given: members.emailAddress,
    column: 'uniqueEmail',
    value: sql`lower(${members.emailAddress})`,
  },
  phoneUnique: {
    called: 'phone number',
    given: members.phoneNumber,
    column: 'uniquePhone',
    value: sql`${members.phoneNumber}`,
  },
} as const;
export type UniqueField = keyof typeof FIELDS;

/**
 * Writes down for the members that there are what the constraint on a unique field looks at, or
 * takes it away. The caller holds the program, so that no member is written meanwhile.
 * @returns how many members have no value, which their next change has to bring.
 * @throws {OperatorError} naming the members that share a value.
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
  const alive = and(ofProgram, isNull(members.deletedAt));
  await checkNoneShared(tx, field, alive);
  await tx
    .update(members)
    .set({ [column]: value })
    .where(and(ofProgram, ne(given, '')));
  const [without] = await tx
    .select({ total: count() })
    .from(members)
    .where(and(alive, eq(given, '')));
  return without?.total ?? 0;
}

async function checkNoneShared(tx: Queries, field: UniqueField, alive: SQL | undefined) {
  const { called, given, value } = FIELDS[field];
  const shared = await tx
    .select({
      memberIds: sql<string[]>`array_agg(${members.memberId} order by ${members.id})`,
      groups: sql`count(*) over ()`.mapWith(Number),
    })
    .from(members)
    .where(and(alive, ne(given, '')))
    .groupBy(value)
    .having(sql`count(*) > 1`)
    .orderBy(asc(sql`min(${members.id})`))
    .limit(NAMED_MAX);
  if (shared.length === 0) return;
  const named = shared.map(({ memberIds }) => memberIds.join(' and ')).join('; ');
  const more = (shared[0]?.groups ?? 0) - shared.length;
  throw new OperatorError(
    `Members share their ${called}: ${named}${more > 0 ? `; and ${more} more groups` : ''}. Nothing was changed`,
  );
}
