import { formatMonth } from '#console/lib/dates/months.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { type MonthBar, MonthChart } from '#console/ui/chart/month-chart.tsx';
import type { MonthEnrollments } from './use-enrollments.ts';

interface EnrollmentsChartProps {
  readonly teamId: string;
  readonly enrollments: readonly MonthEnrollments[];
}

/** A bar for each month, which shows its value and leads to its members. The last one is unfinished. */
export function EnrollmentsChart({ teamId, enrollments }: EnrollmentsChartProps) {
  const current = enrollments.length - 1;
  return (
    <MonthChart
      label={`Enrollments by month, from ${formatPoint(enrollments[0])} to ${formatPoint(enrollments.at(-1))}`}
      bars={enrollments.map((point, index) => toBar(teamId, point, index === current))}
      current={current}
    />
  );
}

function toBar(teamId: string, point: MonthEnrollments, isCurrent: boolean): MonthBar {
  const { month, total, yearBefore, byStatus } = point;
  const before = yearBefore === undefined ? '' : `, a year before ${formatNumber(yearBefore)}`;
  const label = `${formatMonth(month)}: ${formatNumber(total)}${isCurrent ? ' so far' : ''}${before}`;
  const search = new URLSearchParams({ enrolled: `between:${month.first},${month.last}` });
  // The program's own list shows one status at a time, so it has no link to all of a month.
  const to =
    byStatus === undefined
      ? { pathname: paths.members(teamId), search: search.toString() }
      : undefined;
  return { month, value: total, label, to };
}

function formatPoint(point: MonthEnrollments | undefined): string {
  return point ? `${formatNumber(point.total)} in ${formatMonth(point.month)}` : 'nothing';
}
