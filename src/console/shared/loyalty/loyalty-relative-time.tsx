import { formatRelative } from '#console/lib/dates/format-date.ts';
import { timestampTooltip } from '#console/lib/dates/timestamp-tooltip.ts';
import { useNow } from '#console/ui/data/use-now.ts';
import { parseLoyaltyInstant } from './format-loyalty-date.ts';
import { LoyaltyDate } from './loyalty-date.tsx';

interface LoyaltyRelativeTimeProps {
  /** In any format of the loyalty API. */
  readonly value: string | null | undefined;
}

/** A timestamp of the loyalty API, relative if recent; a date without a time as a date. */
export function LoyaltyRelativeTime({ value }: LoyaltyRelativeTimeProps) {
  const now = useNow();
  const iso = value?.includes(':') ? parseLoyaltyInstant(value) : undefined;
  if (!value || iso === undefined) return <LoyaltyDate value={value} />;
  return (
    <time dateTime={iso} title={timestampTooltip(iso, value)}>
      {formatRelative(new Date(iso), now)}
    </time>
  );
}
