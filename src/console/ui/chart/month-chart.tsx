import { Link, type To } from 'react-router';
import { formatMonthLetter, formatShortMonth, type Month } from '#console/lib/dates/months.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import styles from './month-chart.module.css';
import { roundMaximum } from './round-maximum.ts';

/** In units of the view box. */
const PLOT_HEIGHT = 100;
/** More months have no room for their names. */
const MAX_NAMES = 12;

export interface MonthBar {
  readonly month: Month;
  readonly value: number;
  /** The accessible name and the tooltip. */
  readonly label: string;
  /** Where the bar leads to. */
  readonly to?: To | undefined;
}

interface MonthChartProps {
  readonly label: string;
  /** At least one. */
  readonly bars: readonly MonthBar[];
  /** The unfinished month. */
  readonly current: number;
}

/** A bar for each month, which shows its value and can be a link. */
export function MonthChart({ label, bars, current }: MonthChartProps) {
  const values = bars.map(({ value }) => value);
  const max = roundMaximum(Math.max(...values));
  const highest = values.indexOf(Math.max(...values));
  const count = bars.length;
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
          aria-label={label}
          viewBox={`0 0 ${count} ${PLOT_HEIGHT}`}
          preserveAspectRatio="none"
          className={styles.bars}
        >
          {[0, PLOT_HEIGHT / 2, PLOT_HEIGHT].map((y) => (
            <line key={y} x1={0} x2={count} y1={y} y2={y} className={styles.line} />
          ))}
          {bars.map(({ month, value }, index) => {
            const height = (value / max) * PLOT_HEIGHT;
            return (
              <rect
                key={month.first}
                x={index + 0.18}
                y={PLOT_HEIGHT - height}
                width={0.64}
                height={height}
                className={styles.bar}
                data-current={index === current || undefined}
              />
            );
          })}
        </svg>
        <div className={styles.columns}>
          {bars.map((bar, index) => (
            <Column
              key={bar.month.first}
              bar={bar}
              height={bar.value / max}
              isShown={index === current || index === highest}
            />
          ))}
        </div>
      </div>
      <div className={styles.months} aria-hidden="true">
        {bars.map(({ month }) => (
          <span key={month.first}>
            {count > MAX_NAMES ? (
              formatMonthLetter(month)
            ) : (
              <>
                <span className={styles.name}>{formatShortMonth(month)}</span>
                <span className={styles.letter}>{formatMonthLetter(month)}</span>
              </>
            )}
          </span>
        ))}
      </div>
    </figure>
  );
}

interface ColumnProps {
  readonly bar: MonthBar;
  /** Share of the plot's height. */
  readonly height: number;
  /** Otherwise the value is shown while the pointer is over the bar. */
  readonly isShown: boolean;
}

function Column({ bar: { value, label, to }, height, isShown }: ColumnProps) {
  const text = (
    <span
      className={styles.value}
      data-shown={isShown || undefined}
      style={{ insetBlockEnd: `${height * 100}%` }}
    >
      {formatNumber(value)}
    </span>
  );
  if (to === undefined) {
    return (
      <span title={label} className={styles.column} aria-hidden="true">
        {text}
      </span>
    );
  }
  return (
    <Link to={to} aria-label={label} title={label} className={styles.column}>
      {text}
    </Link>
  );
}
