import { formatMonth } from '#console/lib/dates/months.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { MonthAxis } from '#console/ui/chart/month-axis.tsx';
import styles from './points-chart.module.css';
import { type PointsMonth, SERIES, type SeriesName, scaleEnd } from './points-months.ts';

/** In units of the view box. */
const HEIGHT = 100;
const GAP = 2;

interface PointsChartProps {
  readonly months: readonly PointsMonth[];
  readonly current: number;
}

/** What was earned above the line; what was redeemed, has expired and will expire below it. */
export function PointsChart({ months, current }: PointsChartProps) {
  const lostIn = ({ redeemed = 0, expired = 0, expiring = 0 }: PointsMonth) =>
    redeemed + expired + expiring;
  const above = scaleEnd(months.map(({ earned = 0 }) => earned));
  const below = scaleEnd(months.map(lostIn));
  const hasEarned = months.some(({ earned }) => earned !== undefined);
  const end = (hasEarned ? above : 0) + below;
  const toHeight = (points: number) => (points / end) * HEIGHT;
  const line = hasEarned ? toHeight(above) : 0;
  return (
    <figure>
      <svg
        role="img"
        aria-label={`Points by month, from ${describeMonth(months[0])} to ${describeMonth(months.at(-1))}`}
        viewBox={`0 0 ${months.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={styles.plot}
      >
        {months.map((each, index) => {
          const earned = Math.min(toHeight(each.earned ?? 0), line);
          const cut = (each.earned ?? 0) > above || lostIn(each) > below;
          let y = line + (hasEarned ? GAP / 2 : 0);
          return (
            <g key={each.month.first} data-current={index === current || undefined}>
              <title>{describeMonth(each)}</title>
              <rect x={index} y={0} width={1} height={HEIGHT} className={styles.column} />
              <rect
                x={index + 0.2}
                y={line - earned}
                width={0.6}
                height={earned}
                className={styles.earned}
              />
              {SERIES.slice(1).map(({ name }) => {
                const height = Math.min(toHeight(each[name] ?? 0), HEIGHT - y);
                const bar = (
                  <rect
                    key={name}
                    x={index + 0.2}
                    y={y}
                    width={0.6}
                    height={height}
                    className={styles[name]}
                  />
                );
                y += height;
                return bar;
              })}
              {cut && (
                <rect
                  x={index + 0.1}
                  y={(each.earned ?? 0) > above ? 6 : HEIGHT - 8}
                  width={0.8}
                  height={2}
                  className={styles.cut}
                />
              )}
            </g>
          );
        })}
        <line x1={0} x2={months.length} y1={line} y2={line} className={styles.line} />
      </svg>
      <MonthAxis months={months.map(({ month }) => month)} />
    </figure>
  );
}

/** "Nov 2026: earned 3,185,660, redeemed 141,500". */
function describeMonth(each: PointsMonth | undefined): string {
  if (!each) return '';
  const parts = SERIES.map(({ name, label }) => [label.toLowerCase(), each[name as SeriesName]])
    .filter(([, points]) => points !== undefined)
    .map(([label, points]) => `${label} ${formatNumber(Number(points))}`);
  return `${formatMonth(each.month)}: ${parts.join(', ')}`;
}
