import { formatRelative } from '#console/lib/dates/format-date.ts';
import { timestampTooltip } from '#console/lib/dates/timestamp-tooltip.ts';
import { useNow } from './use-now.ts';

interface RelativeTimeProps {
  /** ISO 8601. Anything else is shown unchanged. */
  readonly at: string;
}

/** A timestamp as "2 min ago" or "Mar 4, 2024", with zone, UTC and raw value in its tooltip. */
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
