import type { MonthEnrollments } from '#console/features/overview/overview-queries.ts';
import { formatNumber } from '#console/lib/format-number.ts';
import styles from './enrollments-table.module.css';
import { formatMonth } from './months.ts';

/** Enrolments by month as figures, with the status that the members have now. */
export function EnrollmentsTable({
  enrollments,
}: {
  readonly enrollments: readonly MonthEnrollments[];
}) {
  return (
    <table aria-label="Enrolments by month" className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Month (UTC)</th>
          <th scope="col">Enrolled</th>
          <th scope="col">Active now</th>
          <th scope="col">Blocked</th>
          <th scope="col">Opted out</th>
        </tr>
      </thead>
      <tbody>
        {enrollments.toReversed().map(({ month, total, byStatus }) => (
          <tr key={month.first}>
            <th scope="row">{formatMonth(month)}</th>
            <td>{formatNumber(total)}</td>
            <td>{formatNumber(byStatus.active)}</td>
            <td>{formatNumber(byStatus.blocked)}</td>
            <td>{formatNumber(byStatus.opted_out)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
