import { formatRelative } from '#console/lib/dates/format-date.ts';
import { timestampTooltip } from '#console/lib/dates/timestamp-tooltip.ts';
import { useNow } from './use-now.ts';

interface RelativeTimeProps {
  /** ISO 8601. What can't be read as a time is shown as it came. */
  readonly at: string;
}

/** A moment as it reads best ("2 min ago", "Mar 4, 2024"); with its zone, in UTC and raw on hover. */
export function RelativeTime({ at }: RelativeTimeProps) {
  const now = useNow();
  const instant = new Date(at);
  if (Number.isNaN(instant.getTime())) return at;
  return (
    <time dateTime={at} title={timestampTooltip(at)}>
      {formatRelative(instant, now)}
    </time>
  );
}
