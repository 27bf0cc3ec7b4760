import type { Month } from '#console/lib/dates/months.ts';
import { type Bar, BarChart } from './bar-chart.tsx';
import { MonthAxis } from './month-axis.tsx';

export interface MonthBar extends Omit<Bar, 'key'> {
  readonly month: Month;
}

interface MonthChartProps {
  readonly label: string;
  /** At least one. */
  readonly bars: readonly MonthBar[];
  /** The unfinished month. */
  readonly current: number;
}

export function MonthChart({ label, bars, current }: MonthChartProps) {
  return (
    <BarChart
      label={label}
      bars={bars.map((bar) => ({ ...bar, key: bar.month.first }))}
      current={current}
      axis={<MonthAxis months={bars.map(({ month }) => month)} />}
    />
  );
}
