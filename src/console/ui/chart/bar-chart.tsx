import type { ReactNode } from 'react';
import { Link, type To } from 'react-router';
import { formatNumber } from '#console/lib/format/format-number.ts';
import styles from './bar-chart.module.css';
import { roundMaximum } from './round-maximum.ts';

/** In units of the view box. */
const PLOT_HEIGHT = 100;

export interface Bar {
  readonly key: string;
  readonly value: number;
  /** The accessible name and the tooltip. */
  readonly label: string;
  /** Where the bar leads to. */
  readonly to?: To | undefined;
}

interface BarChartProps {
  readonly label: string;
  /** At least one. */
  readonly bars: readonly Bar[];
  /** The bar of the unfinished period. */
  readonly current: number;
  /** Below the bars: what they are of. */
  readonly axis: ReactNode;
}

/** A bar for each period, which shows its value and can be a link. */
export function BarChart({ label, bars, current, axis }: BarChartProps) {
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
          {bars.map(({ key, value }, index) => {
            const height = (value / max) * PLOT_HEIGHT;
            return (
              <rect
                key={key}
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
              key={bar.key}
              bar={bar}
              height={bar.value / max}
              isShown={index === current || index === highest}
            />
          ))}
        </div>
      </div>
      <div className={styles.axis}>{axis}</div>
    </figure>
  );
}

interface ColumnProps {
  readonly bar: Bar;
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
