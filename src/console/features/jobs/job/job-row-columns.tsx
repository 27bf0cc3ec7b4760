import { formatNumber } from '#console/lib/format/format-number.ts';
import { MEMBER_FIELD_LABELS } from '#console/shared/loyalty/member-field-labels.ts';
import { Breakable } from '#console/ui/data/breakable.tsx';
import { StatusDot, type StatusTone } from '#console/ui/status-dot.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import type { JobRow } from '#contract/gateway/job.ts';
import { ATTRIBUTE_PREFIX } from '#contract/gateway/member-csv.ts';
import styles from './job-page.module.css';

const RESULT_LABELS: Readonly<Record<string, string>> = {
  changed: 'Changed',
  skipped: 'Skipped',
  failed: 'Failed',
  pending: 'Not reached',
};

/** @param isRunning whether the job will reach the rows that are left */
export function rowResultLabel(result: string, isRunning: boolean): string {
  return result === 'pending' && isRunning ? 'To go' : (RESULT_LABELS[result] ?? result);
}

const TONES: Readonly<Record<string, StatusTone>> = {
  failed: 'broken',
  skipped: 'off',
  pending: 'off',
};

const OTHER_LABELS: Readonly<Record<string, string>> = {
  available_points: 'Points',
  'tier_info.loyalty_tier_name': 'Tier',
};

/** "Points", "shoe_size". */
function columnLabel(column: string): string {
  if (column.startsWith(ATTRIBUTE_PREFIX)) return column.slice(ATTRIBUTE_PREFIX.length);
  const labels: Readonly<Record<string, string>> = MEMBER_FIELD_LABELS;
  return OTHER_LABELS[column] ?? labels[column] ?? column;
}

/** A value as people read it: "1,500", "vip, gold", "opted out". */
function formatValue(column: string, value: string | undefined): string {
  if (value === undefined || value === '') return 'None';
  if (column === 'available_points') return formatNumber(Number(value));
  if (column === 'member_tags') return value.split('|').join(', ');
  return column === 'member_status' ? value.replaceAll('_', ' ') : value;
}

function Values({ row, side }: { readonly row: JobRow; readonly side: 'before' | 'after' }) {
  // The check of an import keeps values that the row then didn't change.
  const columns = Object.keys(row.after ?? {});
  if (row[side] === undefined || columns.length === 0) return '—';
  return (
    <ul className={styles.values}>
      {columns.map((column) => (
        <li key={column}>
          <span>{columnLabel(column)}</span> {formatValue(column, row[side]?.[column])}
        </li>
      ))}
    </ul>
  );
}

export const jobRowColumns = (isRunning: boolean): readonly Column<JobRow>[] => [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name, member_id: id }) => (
      <>
        <Breakable text={name ?? id} />
        {name != null && (
          <span className={styles.detail}>
            <code>{id}</code>
          </span>
        )}
      </>
    ),
  },
  {
    id: 'result',
    header: 'Result',
    width: '28%',
    cell: ({ result = '', reasons }) => (
      <>
        <StatusDot tone={TONES[result] ?? 'normal'}>{rowResultLabel(result, isRunning)}</StatusDot>
        {reasons.map(({ column, reason }) => (
          <span key={`${column} ${reason}`} className={styles.detail}>
            {column === null ? reason : `${columnLabel(column)}: ${reason}`}
          </span>
        ))}
      </>
    ),
    card: 'fact',
  },
  {
    id: 'before',
    header: 'Before',
    width: '24%',
    cell: (row) => <Values row={row} side="before" />,
    card: 'detail',
  },
  {
    id: 'after',
    header: 'After',
    width: '24%',
    cell: (row) => <Values row={row} side="after" />,
    card: 'detail',
  },
];
