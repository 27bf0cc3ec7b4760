import type { Member } from '#contract/loyalty/members/member.ts';
import type { Adjustment } from '#contract/points/adjustment.ts';
import type { MemberChange } from '#services/gateway/jobs/change/plan-change.ts';
import { findColumn } from '#services/gateway/jobs/csv-columns.ts';
import type { RowCells } from '#services/gateway/jobs/import/import-layout.ts';
import { storable } from '#services/platform/database/storable.ts';

/** Values of a member as text, by column of member-csv.ts. */
export type RowValues = Record<string, string>;

const POINTS = 'available_points';
/** Longer values are cut; a tag or an attribute may have 64 KB. */
const VALUE_MAX_LENGTH = 1_000;

/** The columns that a change is about. */
export function columnsOfChange(change: MemberChange): string[] {
  const columns: [string, unknown][] = [
    ['member_tags', change.add_tags ?? change.remove_tags],
    ['member_status', change.status],
    ['email_subscription_status', change.subscription],
    ['tier_info.loyalty_tier_name', change.tier_id],
    [POINTS, change.points],
  ];
  return [
    ...columns.flatMap(([name, value]) => (value === undefined ? [] : [name])),
    ...Object.keys(change.custom_attributes ?? {}).map((key) => `custom_attributes.${key}`),
  ];
}

/** The columns that an imported row is about. */
export function columnsOfCells(cells: RowCells, adjustment: Adjustment | undefined): string[] {
  const names = [...cells.keys()].filter((name) => !name.startsWith('points_'));
  return adjustment ? [...names, POINTS] : names;
}

/** @param columns which values; the others are left out */
export function valuesOf(member: Member, columns: readonly string[]): RowValues {
  const read = (name: string) => storable(findColumn(name)?.read(member) ?? '');
  return Object.fromEntries(columns.map((name) => [name, read(name).slice(0, VALUE_MAX_LENGTH)]));
}

/** What differs between two records of the same columns. */
export function differences(before: RowValues, after: RowValues) {
  const changed = Object.keys(after).filter((name) => before[name] !== after[name]);
  const pick = (values: RowValues) =>
    Object.fromEntries(changed.flatMap((name) => (name in values ? [[name, values[name]]] : [])));
  return { before: pick(before) as RowValues, after: pick(after) as RowValues };
}

/** "Ada Marsh"; null if the member has no name. */
export function nameOf(member: Pick<Member, 'first_name' | 'last_name'>): string | null {
  const name = [member.first_name, member.last_name].filter(Boolean).join(' ').trim();
  return name === '' ? null : storable(name);
}
