import { TriangleAlert } from 'lucide-react';
import { formatCount } from '#console/lib/format/format-number.ts';
import type { Job } from '#contract/gateway/job.ts';
import styles from './import.module.css';
import { columnLabel, describeIgnored } from './import-columns.ts';

/** What to look at before the import, and what the file has that is not imported. */
export function ImportNotes({ summary }: Pick<Job, 'summary'>) {
  const { warnings = [], ignored_columns: ignored = [] } = summary;
  const columns = describeIgnored(ignored);
  const others = columns.filter(({ reason }) => reason === undefined).map(({ name }) => name);
  return (
    <>
      {warnings.length > 0 && (
        <ul className={styles.warnings} aria-label="Warnings">
          {warnings.map(({ column, reason, count, rows }) => (
            <li key={column}>
              <TriangleAlert aria-hidden="true" />
              <span>
                <strong>{columnLabel(column)}</strong>: {reason} {rowsLabel(count, rows)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && <p className={styles.help}>Not imported: {others.join(', ')}.</p>}
      {columns.map(({ name, reason }) =>
        reason === undefined ? null : (
          <p key={name} className={styles.help}>
            Not imported: {name}. {reason}
          </p>
        ),
      )}
    </>
  );
}

/** "Row 4 has something else." */
function rowsLabel(count: number, rows: readonly number[]): string {
  const list = rows.join(', ');
  if (count === 1) return `Check row ${list}.`;
  return `Check ${formatCount(count, 'row')}: ${list}${count > rows.length ? ' and more' : ''}.`;
}
