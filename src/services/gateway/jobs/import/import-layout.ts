import type { DateOrder, TagSeparator } from '#contract/gateway/import/import-job.ts';
import type { Job } from '#contract/gateway/job.ts';
import { ATTRIBUTE_PREFIX } from '#contract/gateway/member-csv.ts';
import { normalizeTypedDate, withDateOrder } from '#contract/loyalty/members/typed-date.ts';
import { trimText } from '#contract/loyalty/trim-text.ts';
import { normalizeConsent, normalizeOptOut } from '#services/gateway/jobs/cells/consent.ts';
import { findCountryCode } from '#services/gateway/jobs/cells/country.ts';
import { splitAddress } from '#services/gateway/jobs/cells/one-cell-address.ts';
import { joinTags, splitListedTags } from '#services/gateway/jobs/csv-cells.ts';
import { findColumn, isDayColumn } from '#services/gateway/jobs/csv-columns.ts';
import type { GatewayJob } from '#services/gateway/jobs/jobs-table.ts';
import { unescapeCell } from '#services/platform/csv/csv.ts';
import { normalizeTier, type ProgramValues, UNKNOWN_PROGRAM } from './program-values.ts';

/** How the cells of a file are read: by its check, by the import and by the pages that show them. */
export interface ImportLayout {
  columns: readonly string[];
  /** Undefined if it isn't known. */
  dateOrderOf(column: string): DateOrder | undefined;
  tags: TagSeparator | undefined;
  pointsReason: string | undefined;
  program: ProgramValues;
}

export function readLayout(
  { columns, summary }: Pick<GatewayJob, 'columns' | 'summary'>,
  program: ProgramValues,
): ImportLayout {
  const settings = JSON.parse(summary) as Job['summary'];
  const orders = new Map(settings.date_columns?.map(({ column, order }) => [column, order]));
  const isOrder = (order: string | undefined) => order === 'day_first' || order === 'month_first';
  return {
    columns: columns ?? [],
    dateOrderOf: (column) => {
      const order = orders.size > 0 ? orders.get(column) : settings.dates;
      return isOrder(order) ? (order as DateOrder) : undefined;
    },
    tags: settings.tags as TagSeparator | undefined,
    pointsReason: settings.points_reason,
    program,
  };
}

/** Cells that mean the same in a file that is imported again without knowing how this one was read. */
export function createPortableCells(
  job: Pick<GatewayJob, 'columns' | 'summary'>,
): (cells: readonly string[]) => string[] {
  const { columns, dateOrderOf, tags } = readLayout(job, UNKNOWN_PROGRAM);
  return (cells) =>
    columns.map((column, index) => {
      const text = unescapeCell(cells[index] ?? '');
      const order = isDayColumn(column) ? dateOrderOf(column) : undefined;
      if (order !== undefined) return withDateOrder(text, order);
      if (column === 'member_tags' && tags === 'comma') return joinTags(splitListedTags(text));
      return text;
    });
}

/** A row's non-empty cells by column, in the form in which members have them. */
export type RowCells = ReadonlyMap<string, string>;

/** The cells as they are in the file. Empty ones and columns that can't be imported are left out. */
export function readTexts(columns: readonly string[], cells: readonly string[]): RowCells {
  const entries = columns.map(
    (name, index) => [name, trimText(unescapeCell(cells[index] ?? ''))] as const,
  );
  return new Map(entries.filter(([name, text]) => text !== '' && findColumn(name)?.write));
}

/** The cells as they are imported (decisions.md, 46): a text that can't be understood is unchanged, and invalid. */
export function readCells(layout: ImportLayout, cells: readonly string[]): RowCells {
  const texts = readTexts(layout.columns, cells);
  const values = new Map<string, string>();
  for (const [column, text] of texts) {
    if (column === 'address') {
      for (const [part, value] of Object.entries(splitAddress(text))) {
        if (!texts.has(part)) values.set(part, value);
      }
    } else if (column === 'email_opt_out') {
      const status = normalizeOptOut(text);
      // Who says no in one of two columns has said no.
      const given = values.get('email_subscription_status');
      if (given === undefined || status !== 'subscribed') {
        values.set('email_subscription_status', status);
      }
    } else {
      const value = normalizeCell(column, text, layout);
      const isOptedOut =
        column === 'email_subscription_status' && values.get(column) === 'unsubscribed';
      if (!isOptedOut) values.set(column, value);
    }
  }
  return withPoints(values, layout);
}

/** A cell in the form in which members have it, so that what the layout says of it is no longer needed. */
function normalizeCell(column: string, text: string, layout: ImportLayout): string {
  const order = isDayColumn(column) ? layout.dateOrderOf(column) : undefined;
  if (order !== undefined) return normalizeTypedDate(withDateOrder(text, order));
  if (column === 'member_tags' && layout.tags === 'comma') return joinTags(splitListedTags(text));
  return normalizeValue(column, text, layout.program);
}

/** A value of a member in its usual form: the same for each way to write it. */
export function normalizeValue(column: string, text: string, program: ProgramValues): string {
  switch (column) {
    case 'email_subscription_status':
      return normalizeConsent(text);
    case 'address.country':
      return findCountryCode(text, program.language) ?? text;
    case 'current_tier_id':
      return normalizeTier(text, program);
    default:
      return isDayColumn(column) ? normalizeTypedDate(text) : text;
  }
}

/** No points are no adjustment, and a file can have one reason for all rows. */
function withPoints(values: Map<string, string>, { pointsReason }: ImportLayout): RowCells {
  const points = values.get('points_adjustment');
  if (points !== undefined && /^[+\u2212-]?0+$/.test(points)) {
    values.delete('points_adjustment');
    values.delete('points_reason');
  } else if (points !== undefined && pointsReason !== undefined && !values.has('points_reason')) {
    values.set('points_reason', pointsReason);
  }
  return values;
}

/** The column of the file that a value comes from. */
export function sourceColumn(column: string, { columns }: ImportLayout): string {
  if (columns.includes(column) || column.startsWith(ATTRIBUTE_PREFIX)) return column;
  if (column.startsWith('address.')) return 'address';
  return column === 'email_subscription_status' ? 'email_opt_out' : column;
}
