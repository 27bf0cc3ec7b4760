import * as z from 'zod/mini';
import type { JobRow } from '#contract/gateway/job.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { createMemberSchema, updateMemberSchema } from '#contract/loyalty/members/member-input.ts';
import { trimText } from '#contract/loyalty/trim-text.ts';
import { type Adjustment, adjustmentSchema } from '#contract/points/adjustment.ts';
import { findCountryCode, suggestCountry } from '#services/gateway/jobs/cells/country.ts';
import { describeDamage } from '#services/gateway/jobs/cells/damaged-cell.ts';
import { findColumn } from '#services/gateway/jobs/csv-columns.ts';
import {
  type ImportLayout,
  normalizeValue,
  type RowCells,
  readCells,
  sourceColumn,
} from './import-layout.ts';
import { checkTier, type ProgramValues } from './program-values.ts';

export type RowReasons = JobRow['reasons'];
export type MemberInput = Record<string, unknown>;

/** The number of a row in the file as spreadsheets count, where the header is row 1. */
export const fileRow = (position: number): number => position + 1;

/** The reason why a row with more cells than columns is invalid. */
export function surplusCells(
  cells: readonly string[],
  columns: readonly string[],
): RowReasons[number] {
  return { column: null, reason: `${cells.length} cells, but only ${columns.length} columns` };
}

/** What becomes of a row: the check announces it, and the import does it. */
export interface RowPlan {
  outcome: 'create' | 'update' | 'same' | 'invalid';
  /** Why the row is invalid. */
  reasons: RowReasons;
  cells: RowCells;
  /** The fields to create or update; undefined if only points are adjusted, or nothing. */
  input: MemberInput | undefined;
  /** The member's present values that change, by column. */
  before: Record<string, string>;
  adjustment: Adjustment | undefined;
}

/** Whether a row will be imported. */
export const isImported = ({ outcome }: Pick<RowPlan, 'outcome'>) =>
  outcome === 'create' || outcome === 'update';

/** A plan that the check has made. */
export interface CheckedRow extends RowPlan {
  position: number;
  member: Member | undefined;
  /** The texts of the cells that change the member, as they are in the file. */
  changedTexts: RowCells;
}

/**
 * Compares a row with its member.
 * @param row.member undefined if there is none
 */
export function planRow(
  layout: ImportLayout,
  {
    memberId,
    cells: texts,
    member,
  }: { memberId: string; cells: string[]; member?: Member | undefined },
): RowPlan {
  const cells = readCells(layout, texts);
  const before = changedValues(cells, member, layout);
  const changed = new Map([...cells].filter(([name]) => Object.hasOwn(before, name)));
  const reasons = checkCells(changed, { memberId, member, layout });
  const plan = { cells, reasons, before, input: undefined, adjustment: undefined };
  if (reasons.length > 0) return { ...plan, outcome: 'invalid' };
  const adjustment = readAdjustment(cells);
  if (!member) {
    return { ...plan, outcome: 'create', input: toCreateInput(cells, memberId), adjustment };
  }
  const outcome = changed.size === 0 ? 'same' : 'update';
  return { ...plan, outcome, input: toUpdateInput(changed, member), adjustment };
}

/**
 * Errors of the values that change, in the words of the contract; empty if they are valid. What the member has
 * already is not checked.
 */
function checkCells(
  changed: RowCells,
  {
    memberId,
    member,
    layout,
  }: { memberId: string; member: Member | undefined; layout: ImportLayout },
): RowReasons {
  const reasons = checkAdjustment(changed);
  const isNew = member === undefined;
  const schema = isNew ? createMemberSchema : updateMemberSchema;
  const referrer = changed.get('referrer_code');
  if (referrer !== undefined && referrer === member?.referral_code) {
    reasons.push({ column: 'referrer_code', reason: "A member can't be their own referrer" });
  }
  for (const [column, text] of changed) {
    const input = toInput(new Map([[column, text]]), isNew);
    const parsed = z.safeParse(schema, isNew ? { member_id: memberId, ...input } : input);
    const issue = parsed.error?.issues.find(({ path }) => path[0] !== 'member_id');
    const reason =
      describeDamage(column, text) ?? issue?.message ?? checkValue(column, text, layout.program);
    if (reason !== undefined) reasons.push({ column: sourceColumn(column, layout), reason });
  }
  if (isNew || [...changed.keys()].some((column) => !column.startsWith('points_'))) {
    for (const column of layout.program.uniqueFields) {
      const value = changed.get(column) ?? (member && findColumn(column)?.read(member));
      if (!value) reasons.push({ column, reason: 'This program needs it of every member' });
    }
  }
  const parsed = z.safeParse(createMemberSchema, { member_id: memberId });
  const reason =
    parsed.error?.issues[0]?.message ?? (isNew ? describeDamage('member_id', memberId) : undefined);
  if (reason !== undefined) reasons.push({ column: 'member_id', reason });
  return reasons;
}

/** What the schema of a member can't know. */
function checkValue(column: string, text: string, program: ProgramValues): string | undefined {
  if (column === 'current_tier_id') return checkTier(text, program);
  if (column !== 'address.country' || findCountryCode(text, program.language)) return undefined;
  const meant = suggestCountry(text, program.language);
  const question = meant === undefined ? '' : `. Did you mean ${meant}?`;
  return `Enter the name or code of a country, such as Germany or DE${question}`;
}

/** Errors of the points of a row; empty if it has none. */
function checkAdjustment(cells: RowCells): RowReasons {
  const [points, reason] = [cells.get('points_adjustment'), cells.get('points_reason')];
  if (points === undefined && reason === undefined) return [];
  if (points === undefined) {
    return [{ column: 'points_adjustment', reason: 'Enter the points, or remove the reason' }];
  }
  if (reason === undefined) {
    return [{ column: 'points_reason', reason: 'Enter why the points are adjusted' }];
  }
  const { error } = adjustmentSchema.safeParse(toAdjustment(points, reason));
  return (error?.issues ?? []).map(({ path, message }) => ({
    column: path[0] === 'reason' ? 'points_reason' : 'points_adjustment',
    reason: message,
  }));
}

/** The points that a valid row adds or takes away. */
function readAdjustment(cells: RowCells): Adjustment | undefined {
  const [points, reason] = [cells.get('points_adjustment'), cells.get('points_reason')];
  return points === undefined || reason === undefined ? undefined : toAdjustment(points, reason);
}

function toAdjustment(points: string, reason: string): Adjustment {
  const number = points.replace(/^\u2212/, '-');
  return { points: /^[+-]?\d+$/.test(number) ? Number(number) : Number.NaN, reason };
}

/** A new member is subscribed to emails only if the file says so. */
function toCreateInput(cells: RowCells, memberId: string): MemberInput {
  return {
    member_id: memberId,
    email_subscription_status: 'unsubscribed',
    ...toInput(cells, true),
  };
}

/** The values of a member that the cells change, by column, as they are now. */
function changedValues(
  cells: RowCells,
  member: Member | undefined,
  layout: ImportLayout,
): Record<string, string> {
  if (!member) return Object.fromEntries([...cells.keys()].map((name) => [name, '']));
  const values = [...cells].flatMap(([name, text]) => {
    const current = findColumn(name)?.read(member) ?? '';
    return isSame(name, current, text, layout) ? [] : [[name, current] as const];
  });
  return Object.fromEntries(values);
}

/**
 * Values that a row changes and others have changed since the check.
 * @param checked the plan's `before` at the check
 */
export function findConflicts(
  { cells, before }: RowPlan,
  checked: Readonly<Record<string, string>>,
  layout: ImportLayout,
): RowReasons {
  return Object.entries(before).flatMap(([column, now]) => {
    // Not in `checked`: the member already had the file's value at the check.
    const earlier = (Object.hasOwn(checked, column) ? checked[column] : cells.get(column)) ?? '';
    if (isSame(column, now, earlier, layout)) return [];
    const reason = `Changed from “${earlier}” to “${now}” since the file was checked`;
    return [{ column, reason }];
  });
}

/** The fields of a member that change; undefined if there are none. */
function toUpdateInput(changed: RowCells, member: Member): MemberInput | undefined {
  const input = toInput(changed);
  if (Object.keys(input).length === 0) return undefined;
  // The API replaces an address as a whole.
  return input.address
    ? { ...input, address: { ...textsOf(member.address), ...(input.address as object) } }
    : input;
}

/** Whether two cells mean the same, such as a phone number that is written differently. */
function isSame(column: string, one: string, other: string, layout: ImportLayout): boolean {
  const [a, b] = [trimText(one), trimText(other)];
  const usual = (text: string) => normalize(column, normalizeValue(column, text, layout.program));
  return a === b || usual(a) === usual(b);
}

/** A cell as the contract's schema parses it. */
function normalize(column: string, text: string): string {
  if (text === '') return '';
  if (column.startsWith('points_')) return text;
  const parsed = z.safeParse(updateMemberSchema, toInput(new Map([[column, text]])));
  return parsed.success ? JSON.stringify(parsed.data) : text;
}

function toInput(cells: RowCells, isNew = false): MemberInput {
  const input: MemberInput = {};
  for (const [name, text] of cells) {
    const { write, writeUpdate = write } = findColumn(name) ?? {};
    for (const [field, value] of Object.entries((isNew ? write : writeUpdate)?.(text) ?? {})) {
      const isPart = field === 'address' || field === 'custom_attributes';
      input[field] = isPart ? { ...(input[field] as object), ...(value as object) } : value;
    }
  }
  if (input.custom_attributes) input.custom_attributes = JSON.stringify(input.custom_attributes);
  return input;
}

function textsOf(address: Record<string, unknown> = {}) {
  return Object.fromEntries(Object.entries(address).filter(([, v]) => typeof v === 'string'));
}
