import { Fragment } from 'react';
import { columnLabel } from '#console/features/members/import/columns/import-columns.ts';
import { classNames } from '#console/lib/class-names.ts';
import { Breakable } from '#console/ui/data/breakable.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import type { JobRow } from '#contract/gateway/job.ts';
import styles from './preview-columns.module.css';

/**
 * What is imported: a column for each field of the file, or on a phone all fields of a row in one text. Of
 * members that exist, only the fields that change in one of the rows.
 */
export function previewColumns(rows: readonly JobRow[], isPhone: boolean): Column<JobRow>[] {
  if (isPhone) {
    return [{ id: 'values', header: 'Values', cell: valuesText, card: 'fact' }];
  }
  return shownFields(rows).map((field) => ({
    id: field,
    header: columnLabel(field),
    width: `${columnWidth(field, rows)}px`,
    cell: (row) => <PreviewCell row={row} field={field} />,
  }));
}

/** The fields that are shown, in the order of the file. */
export function shownFields(rows: readonly JobRow[]): string[] {
  return [...new Set(rows.flatMap((row) => changedFields(row)))];
}

/** All fields of a new member, and those of another that differ. */
function changedFields({ outcome, cells = {}, before = {} }: JobRow): string[] {
  return Object.keys(cells).filter((field) => outcome !== 'update' || field in before);
}

const MIN_WIDTH = 96;
/** Longer texts wrap. */
const MAX_WIDTH = 248;
const CHAR_WIDTH = 7.5;
const PADDING = 24;

function columnWidth(field: string, rows: readonly JobRow[]): number {
  const lengths = rows.map(({ cells, before }) => {
    const change = before?.[field] ? before[field].length + 3 : 0;
    return change + (cells?.[field]?.length ?? 0);
  });
  const longest = Math.max(columnLabel(field).length, ...lengths);
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.ceil(longest * CHAR_WIDTH) + PADDING));
}

/** A value that changes after the present one; one that stays is pale. */
function PreviewCell({ row, field }: { readonly row: JobRow; readonly field: string }) {
  const text = row.cells?.[field];
  if (text === undefined) return '—';
  const isChanged = changedFields(row).includes(field);
  return (
    <span className={classNames(styles.value, !isChanged && styles.unchanged)}>
      <Change row={row} field={field} />
    </span>
  );
}

function valuesText(row: JobRow) {
  return (
    <span className={styles.value}>
      {changedFields(row).map((field, index) => (
        <Fragment key={field}>
          {index > 0 && ' · '}
          <strong>{columnLabel(field)}</strong>: <Change row={row} field={field} />
        </Fragment>
      ))}
    </span>
  );
}

function Change({ row, field }: { readonly row: JobRow; readonly field: string }) {
  const before = row.before?.[field];
  return (
    <>
      {before && (
        <>
          <del className={styles.unchanged}>
            <Breakable text={formatCell(field, before)} />
          </del>{' '}
          →{' '}
        </>
      )}
      <Breakable text={formatCell(field, row.cells?.[field] ?? '')} />
    </>
  );
}

/** Files separate tags with "|" (decisions.md, 46). */
function formatCell(field: string, text: string): string {
  return field === 'member_tags' ? text.replaceAll('|', ', ') : text;
}
