import { formatDateTime, formatRelative, formatUtc } from '#console/lib/format-date.ts';
import { parseLoyaltyInstant } from '#console/lib/loyalty-date.ts';
import { LoyaltyDate } from './loyalty-date.tsx';
import { useNow } from './use-now.ts';

interface LoyaltyMomentProps {
  /** In any of the ways that the loyalty API writes one. */
  readonly value: string | null | undefined;
}

/** A moment of the loyalty API, relative where it is recent; a day without a time as that day. */
export function LoyaltyMoment({ value }: LoyaltyMomentProps) {
  const now = useNow();
  const iso = value?.includes(':') ? parseLoyaltyInstant(value) : undefined;
  if (iso === undefined) return <LoyaltyDate value={value} />;
  const instant = new Date(iso);
  return (
    <time
      dateTime={iso}
      title={`${formatDateTime(instant)}\n${formatUtc(instant)}\nReceived as ${value}`}
    >
      {formatRelative(instant, now)}
    </time>
  );
}
