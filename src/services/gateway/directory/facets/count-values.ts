import { and, arrayOverlaps, type SQL, sql } from 'drizzle-orm';
import {
  ATTRIBUTE_VALUES_LISTED_MAX,
  DIRECTORY_VALUES_MAX,
  type ListedField,
} from '#contract/gateway/directory-values.ts';
import {
  ATTRIBUTE_FIELD_PREFIX,
  type ValueField,
} from '#contract/gateway/filters/directory-filters.ts';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import { DOCUMENT_BYTES, inSteps } from '#services/gateway/directory/filters/member-steps.ts';
import {
  attributeKeyTraits,
  attributeTraits,
  traitPrefix,
  uncountedPrefix,
} from '#services/gateway/directory/filters/member-traits.ts';
import type { Queries } from '#services/platform/database/database.ts';

/** Members whose values are counted in steps. */
const STEPPED_ROWS_MAX = 50_000;

export type ListedValue = {
  field: string;
  value: string;
  count: number;
};

interface CountOptions {
  /** All of them or none are custom attributes. */
  fields: readonly ListedField[];
  where: SQL | undefined;
  /** Part of the values, in lower case. */
  searched: string;
}

/**
 * Counts the values of the members that match. In steps, because a member may have thousands of values, and others
 * get the connection in between.
 * @returns the most frequent values of each field
 */
export async function countValues(
  db: Queries,
  teamId: number,
  { fields, where, searched }: CountOptions,
): Promise<ListedValue[]> {
  const { traits } = directoryMembers;
  const keys = fields.flatMap((field) => attributeKeyOf(field) ?? []);
  // Few members may have it.
  const isOfAttributes = keys.length === fields.length;
  const keyTraits = keys.flatMap((key) => attributeKeyTraits(teamId, key));
  const hasKey = isOfAttributes ? arrayOverlaps(traits, keyTraits) : undefined;
  const prefixes = fields.map((field) => prefixOf(teamId, field));
  const counts = fields.map(() => new Map<string, number>());
  for (const step of await listSteps(db, and(where, hasKey))) {
    const { rows } = await db.execute<{ number: number; value: string; count: number }>(sql`
      select number, value, count(*)::int as count
      from (
        select prefix.number::int as number, substr(trait, length(prefix.text) + 1) as value
        from (select ${traits} as traits from ${directoryMembers} where ${step}) found
          cross join unnest(traits) as trait
          join unnest(${sql.param(prefixes)}::text[]) with ordinality as prefix (text, number)
            on starts_with(trait, prefix.text)
        -- Most traits of a member may be values of other attributes.
        where starts_with(trait, ${uncountedPrefix(teamId)}) = ${isOfAttributes}) listed
      where strpos(lower(value), ${searched}) > 0
      group by number, value`);
    for (const { number, value, count } of rows) {
      const ofField = counts[number - 1];
      ofField?.set(value, (ofField.get(value) ?? 0) + count);
    }
  }
  return fields.flatMap((field, index) => mostFrequent(field, counts[index] ?? new Map()));
}

function mostFrequent(field: ListedField, counts: ReadonlyMap<string, number>): ListedValue[] {
  const max =
    attributeKeyOf(field) === undefined ? DIRECTORY_VALUES_MAX : ATTRIBUTE_VALUES_LISTED_MAX;
  return [...counts]
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, max)
    .map(([value, count]) => ({ field, value, count }));
}

/** Conditions of the members of each step, which together match all. */
async function listSteps(db: Queries, where: SQL | undefined): Promise<(SQL | undefined)[]> {
  const { row } = directoryMembers;
  const found = await db
    .select({ row, bytes: DOCUMENT_BYTES })
    .from(directoryMembers)
    .where(where)
    .limit(STEPPED_ROWS_MAX + 1);
  if (found.length > STEPPED_ROWS_MAX) return [where];
  return inSteps(found).map(
    (step) => sql`${row} = any (${`{${step.map((member) => member.row).join()}}`}::bigint[])`,
  );
}

function attributeKeyOf(field: ListedField): string | undefined {
  return isCounted(field) ? undefined : field.slice(ATTRIBUTE_FIELD_PREFIX.length);
}

/** Whether the database counts the values of a field. */
export const isCounted = (field: ListedField): field is ValueField =>
  !field.startsWith(ATTRIBUTE_FIELD_PREFIX);

function prefixOf(teamId: number, field: ListedField): string {
  const key = attributeKeyOf(field);
  return key === undefined
    ? traitPrefix(teamId, field)
    : (attributeTraits(teamId, key, [''])[0] ?? '');
}
