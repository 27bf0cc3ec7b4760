import * as z from 'zod/mini';
import type { JobRow } from '#contract/gateway/job.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { createMemberSchema, updateMemberSchema } from '#contract/loyalty/members/member-input.ts';
import { type Adjustment, adjustmentSchema } from '#contract/points/adjustment.ts';
import { trimText } from '#contract/trim-text.ts';
import { unescapeCell } from '#services/gateway/jobs/csv-cells.ts';
import { findColumn } from '#services/gateway/jobs/csv-columns.ts';

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

/** A row's non-empty cells, by column. */
export type RowCells = ReadonlyMap<string, string>;

/** Empty cells and columns that can't be imported are left out (decisions.md, 46). */
export function readCells(columns: readonly string[], cells: readonly string[]): RowCells {
  const entries = columns.map(
    (name, index) => [name, trimText(unescapeCell(cells[index] ?? ''))] as const,
  );
  return new Map(entries.filter(([name, text]) => text !== '' && findColumn(name)?.write));
}

/**
 * Errors of the cells, in the words of the contract; empty if they are valid.
 * @param member undefined if it is new
 */
export function checkCells(
  cells: RowCells,
  memberId: string,
  member: Member | undefined,
): RowReasons {
  const reasons = checkAdjustment(cells);
  const isNew = member === undefined;
  const schema = isNew ? createMemberSchema : updateMemberSchema;
  const referrer = cells.get('referrer_code');
  if (referrer !== undefined && referrer === member?.referral_code) {
    reasons.push({ column: 'referrer_code', reason: "A member can't be their own referrer" });
  }
  for (const [column, text] of cells) {
    const input = toInput(new Map([[column, text]]), isNew);
    const parsed = z.safeParse(schema, isNew ? { member_id: memberId, ...input } : input);
    const issue = parsed.error?.issues.find(({ path }) => path[0] !== 'member_id');
    if (issue) reasons.push({ column, reason: issue.message });
  }
  const parsed = z.safeParse(createMemberSchema, { member_id: memberId });
  const issue = parsed.error?.issues[0];
  if (issue) reasons.push({ column: 'member_id', reason: issue.message });
  return reasons;
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
export function readAdjustment(cells: RowCells): Adjustment | undefined {
  const [points, reason] = [cells.get('points_adjustment'), cells.get('points_reason')];
  return points === undefined || reason === undefined ? undefined : toAdjustment(points, reason);
}

function toAdjustment(points: string, reason: string): Adjustment {
  const number = points.replace(/^\u2212/, '-');
  return { points: /^[+-]?\d+$/.test(number) ? Number(number) : Number.NaN, reason };
}

export function toCreateInput(cells: RowCells, memberId: string): MemberInput {
  return { member_id: memberId, ...toInput(cells, true) };
}

/** The values of a member that the cells change, by column, as they are now. */
export function changedValues(cells: RowCells, member: Member): Record<string, string> {
  const values = [...cells].flatMap(([name, text]) => {
    const current = findColumn(name)?.read(member) ?? '';
    return isSame(name, current, text) ? [] : [[name, current] as const];
  });
  return Object.fromEntries(values);
}

/**
 * Values that the cells change and others have changed since the check.
 * @param before the result of `changedValues` at the check
 */
export function findConflicts(
  cells: RowCells,
  member: Member,
  before: Readonly<Record<string, string>>,
): RowReasons {
  return Object.entries(changedValues(cells, member)).flatMap(([column, now]) => {
    // Not in `before`: the member already had the file's value at the check.
    const checked = (Object.hasOwn(before, column) ? before[column] : cells.get(column)) ?? '';
    if (isSame(column, now, checked)) return [];
    const reason = `Changed from “${checked}” to “${now}” since the file was checked`;
    return [{ column, reason }];
  });
}

/** The fields of a member that the cells change; undefined if there are none. */
export function toUpdateInput(cells: RowCells, member: Member): MemberInput | undefined {
  const values = changedValues(cells, member);
  const changed = new Map([...cells].filter(([name]) => Object.hasOwn(values, name)));
  const input = toInput(changed);
  if (Object.keys(input).length === 0) return undefined;
  // The API replaces an address as a whole.
  return input.address
    ? { ...input, address: { ...textsOf(member.address), ...(input.address as object) } }
    : input;
}

/** Whether two cells mean the same, such as a phone number that is written differently. */
function isSame(column: string, one: string, other: string): boolean {
  const [a, b] = [trimText(one), trimText(other)];
  return a === b || normalize(column, a) === normalize(column, b);
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
