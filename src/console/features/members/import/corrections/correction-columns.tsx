import { columnLabel } from '#console/features/members/import/columns/import-columns.ts';
import type { Column } from '#console/ui/table/data-table-column.ts';
import type { JobRow } from '#contract/gateway/job.ts';
import styles from './correction-columns.module.css';

/** Texts that were entered, by row and column. */
export type Corrections = ReadonlyMap<number, Readonly<Record<string, string>>>;

/** Longer cells are cut by the service, so that they can't be edited. */
const CELL_MAX = 200;

interface CorrectionOptions {
  readonly rows: readonly JobRow[];
  readonly corrections: Corrections;
  readonly isDisabled: boolean;
  readonly onChange: (row: number, column: string, text: string) => void;
}

/** The member ID and the columns with errors, each cell in a field with what is wrong with it. */
export function correctionColumns(options: CorrectionOptions): readonly Column<JobRow>[] {
  return [
    {
      id: 'row',
      header: 'Row',
      width: '72px',
      cell: (row) => <RowNumber row={row} />,
    },
    ...columnsWithErrors(options.rows).map(
      (column): Column<JobRow> => ({
        id: column,
        header: columnLabel(column),
        cell: (row) => <CorrectionCell {...options} row={row} column={column} />,
        card: 'detail',
      }),
    ),
  ];
}

/** The member ID first, then what is wrong in any of the rows. */
function columnsWithErrors(rows: readonly JobRow[]): string[] {
  const columns = rows.flatMap(({ reasons }) => reasons.map(({ column }) => column));
  return [...new Set(['member_id', ...columns])].filter((column) => column !== null);
}

/** The number of a row, with what is wrong with the row as a whole. */
function RowNumber({ row: { row, reasons } }: { readonly row: JobRow }) {
  return (
    <>
      <span className={styles.rowNumber}>
        <span className={styles.rowWord}>Row </span>
        {row}
      </span>
      {reasons.map(({ column, reason }) =>
        column === null ? (
          <span key={reason} className={styles.cellError}>
            {reason}
          </span>
        ) : null,
      )}
    </>
  );
}

interface CorrectionCellProps extends CorrectionOptions {
  readonly row: JobRow;
  readonly column: string;
}

function CorrectionCell({ row, column, corrections, isDisabled, onChange }: CorrectionCellProps) {
  const given = cellOf(row, column);
  const text = corrections.get(row.row)?.[column];
  const reasons = row.reasons.filter((reason) => reason.column === column);
  const errorId = `row-${row.row}-${column}`;
  if (given.length >= CELL_MAX) return <span className={styles.cellText}>{given}</span>;
  return (
    <>
      <input
        type="text"
        className={styles.cell}
        aria-label={`${columnLabel(column)}, row ${row.row}`}
        aria-invalid={(reasons.length > 0 && text === undefined) || undefined}
        aria-describedby={reasons.length > 0 ? errorId : undefined}
        autoComplete="off"
        spellCheck={false}
        disabled={isDisabled}
        value={text ?? given}
        onChange={({ target }) => onChange(row.row, column, target.value)}
      />
      {reasons.length > 0 && (
        <span id={errorId} className={styles.cellError}>
          {reasons.map(({ reason }) => reason).join('. ')}
        </span>
      )}
    </>
  );
}

/** What the file has in a cell. */
export function cellOf({ member_id: memberId, cells }: JobRow, column: string): string {
  return column === 'member_id' ? memberId : (cells?.[column] ?? '');
}
