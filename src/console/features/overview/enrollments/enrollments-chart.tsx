import { Link } from 'react-router';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import styles from './enrollments-chart.module.css';
import { formatMonth, formatMonthLetter, formatShortMonth } from './months.ts';
import { roundMaximum } from './round-maximum.ts';
import type { MonthEnrollments } from './use-enrollments.ts';

/** In units of the view box. */
const PLOT_HEIGHT = 100;

export interface EnrollmentsChartProps {
  readonly teamId: string;
  readonly enrollments: readonly MonthEnrollments[];
}

/** A bar for each month, which shows its value and leads to its members. The last one is unfinished. */
export function EnrollmentsChart({ teamId, enrollments }: EnrollmentsChartProps) {
  const totals = enrollments.map(({ total }) => total);
  const max = roundMaximum(Math.max(...totals));
  const highest = totals.indexOf(Math.max(...totals));
  const count = enrollments.length;
  const [first] = enrollments;
  const last = enrollments.at(-1);
  return (
    <figure className={styles.chart}>
      <div className={styles.scale} aria-hidden="true">
        {[max, max / 2, 0].map((value) => (
          <span key={value}>{formatNumber(value)}</span>
        ))}
      </div>
      <div className={styles.plot}>
        <svg
          role="img"
          aria-label={`Enrollments by month, from ${formatPoint(first)} to ${formatPoint(last)}`}
          viewBox={`0 0 ${count} ${PLOT_HEIGHT}`}
          preserveAspectRatio="none"
          className={styles.bars}
        >
          {[0, PLOT_HEIGHT / 2, PLOT_HEIGHT].map((y) => (
            <line key={y} x1={0} x2={count} y1={y} y2={y} className={styles.line} />
          ))}
          {enrollments.map(({ month, total }, index) => {
            const height = (total / max) * PLOT_HEIGHT;
            return (
              <rect
                key={month.first}
                x={index + 0.18}
                y={PLOT_HEIGHT - height}
                width={0.64}
                height={height}
                className={styles.bar}
                data-current={index === count - 1 || undefined}
              />
            );
          })}
        </svg>
        <div className={styles.columns}>
          {enrollments.map((point, index) => (
            <Column
              key={point.month.first}
              teamId={teamId}
              point={point}
              height={point.total / max}
              isCurrent={index === count - 1}
              isHighest={index === highest}
            />
          ))}
        </div>
      </div>
      <div className={styles.months} aria-hidden="true">
        {enrollments.map(({ month }) => (
          <span key={month.first}>
            <span className={styles.name}>{formatShortMonth(month)}</span>
            <span className={styles.letter}>{formatMonthLetter(month)}</span>
          </span>
        ))}
      </div>
    </figure>
  );
}

interface ColumnProps {
  readonly teamId: string;
  readonly point: MonthEnrollments;
  /** Share of the plot's height. */
  readonly height: number;
  readonly isCurrent: boolean;
  readonly isHighest: boolean;
}

/** The value of a month above its bar; all but two are shown only while the pointer is over it. */
function Column({ teamId, point, height, isCurrent, isHighest }: ColumnProps) {
  const { month, total, yearBefore, byStatus } = point;
  const before = yearBefore === undefined ? '' : `, a year before ${formatNumber(yearBefore)}`;
  const label = `${formatMonth(month)}: ${formatNumber(total)}${isCurrent ? ' so far' : ''}${before}`;
  const value = (
    <span
      className={styles.value}
      data-shown={isCurrent || isHighest || undefined}
      style={{ insetBlockEnd: `${height * 100}%` }}
    >
      {formatNumber(total)}
    </span>
  );
  // The program's own list shows one status at a time, so it has no link to all of a month.
  if (byStatus !== undefined) {
    return (
      <span title={label} className={styles.column} aria-hidden="true">
        {value}
      </span>
    );
  }
  const search = new URLSearchParams({ enrolled: `between:${month.first},${month.last}` });
  return (
    <Link
      to={{ pathname: paths.members(teamId), search: search.toString() }}
      aria-label={label}
      title={label}
      className={styles.column}
    >
      {value}
    </Link>
  );
}

function formatPoint(point: MonthEnrollments | undefined): string {
  return point ? `${formatNumber(point.total)} in ${formatMonth(point.month)}` : 'nothing';
}
