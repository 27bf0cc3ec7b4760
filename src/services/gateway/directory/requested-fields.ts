import { inArray } from 'drizzle-orm';
import { ATTRIBUTE_FIELD_PREFIX } from '#contract/gateway/filters/directory-filters.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { directoryMembers } from './directory-members-table.ts';
import { inSteps } from './filters/member-steps.ts';
import { findNextExpiration } from './owed/next-expiration.ts';

interface RequestedFields {
  /** `directoryFields` of the contract. */
  fields: readonly string[];
  now: Date;
}

/** Further fields of members, by row; nothing without fields. */
export async function readFields(
  db: Queries,
  members: readonly { row: number; bytes: number }[],
  { fields, now }: RequestedFields,
): Promise<Map<number, Record<string, unknown>>> {
  const fieldsOf = new Map<number, Record<string, unknown>>();
  if (fields.length === 0) return fieldsOf;
  const { row, document } = directoryMembers;
  for (const step of inSteps(members)) {
    const rows = step.map((member) => member.row);
    const found = await db
      .select({ row, document })
      .from(directoryMembers)
      .where(inArray(row, rows));
    for (const each of found) {
      const member = JSON.parse(each.document) as Member;
      fieldsOf.set(each.row, pickFields(member, { fields, now }));
    }
  }
  return fieldsOf;
}

/** The fields that a member has; absent ones are left out. */
function pickFields(member: Member, { fields, now }: RequestedFields): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const attributes: Record<string, unknown> = {};
  for (const field of fields) {
    if (field === 'next_expiration') {
      values[field] = findNextExpiration(member, now);
    } else if (field.startsWith(ATTRIBUTE_FIELD_PREFIX)) {
      const key = field.slice(ATTRIBUTE_FIELD_PREFIX.length);
      if (Object.hasOwn(member.custom_attributes ?? {}, key)) {
        attributes[key] = member.custom_attributes?.[key];
      }
    } else {
      values[field] = member[field];
    }
  }
  if (values.custom_attributes === undefined && Object.keys(attributes).length > 0) {
    values.custom_attributes = attributes;
  }
  return values;
}
