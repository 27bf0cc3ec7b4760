import type { MonthEnrollments } from '#console/features/overview/overview-queries.ts';
import { formatNumber } from '#console/lib/format-number.ts';
import styles from './enrollments-chart.module.css';
import { formatMonth, formatMonthLetter } from './months.ts';
import { roundMaximum } from './round-maximum.ts';

/** The plot and the strip of letters under it, in the units of the picture. */
const PLOT = 100;

export interface EnrollmentsChartProps {
  readonly enrollments: readonly MonthEnrollments[];
}

/** Bars over the months; the one under way stands out. The table beside it says the same in words. */
export function EnrollmentsChart({ enrollments }: EnrollmentsChartProps) {
  const end = roundMaximum(Math.max(...enrollments.map(({ total }) => total)));
  const count = enrollments.length;
  const [first] = enrollments;
  const last = enrollments.at(-1);
  return (
    <figure className={styles.chart}>
      <div className={styles.scale} aria-hidden="true">
        {[end, end / 2, 0].map((value) => (
          <span key={value}>{formatNumber(value)}</span>
        ))}
      </div>
      <svg
        role="img"
        aria-label={`Enrolments by month, from ${pointWords(first)} to ${pointWords(last)}`}
        viewBox={`0 0 ${count} ${PLOT}`}
        preserveAspectRatio="none"
        className={styles.plot}
      >
        {[0, PLOT / 2, PLOT].map((y) => (
          <line key={y} x1={0} x2={count} y1={y} y2={y} className={styles.line} />
        ))}
        {enrollments.map(({ month, total }, index) => {
          const height = (total / end) * PLOT;
          return (
            <rect
              key={month.first}
              x={index + 0.18}
              y={PLOT - height}
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

function pointWords(point: MonthEnrollments | undefined): string {
  return point ? `${formatNumber(point.total)} in ${formatMonth(point.month)}` : 'nothing';
}
