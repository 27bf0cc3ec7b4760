import { formatNumber } from '#console/lib/format/format-number.ts';
import styles from './enrollments-chart.module.css';
import { formatMonth, formatMonthLetter } from './months.ts';
import { roundMaximum } from './round-maximum.ts';
import type { MonthEnrollments } from './use-enrollments.ts';

/** In units of the view box. */
const PLOT_HEIGHT = 100;

export interface EnrollmentsChartProps {
  readonly enrollments: readonly MonthEnrollments[];
}

/** A bar for each month, with the current month highlighted. */
export function EnrollmentsChart({ enrollments }: EnrollmentsChartProps) {
  const max = roundMaximum(Math.max(...enrollments.map(({ total }) => total)));
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
      <svg
        role="img"
        aria-label={`Enrollments by month, from ${formatPoint(first)} to ${formatPoint(last)}`}
        viewBox={`0 0 ${count} ${PLOT_HEIGHT}`}
        preserveAspectRatio="none"
        className={styles.plot}
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
            >
              <title>{`${formatMonth(month)}: ${formatNumber(total)}`}</title>
            </rect>
          );
        })}
      </svg>
      <div className={styles.months} aria-hidden="true">
        {enrollments.map(({ month }) => (
          <span key={month.first}>{formatMonthLetter(month)}</span>
        ))}
      </div>
    </figure>
  );
}

function formatPoint(point: MonthEnrollments | undefined): string {
  return point ? `${formatNumber(point.total)} in ${formatMonth(point.month)}` : 'nothing';
}
