import { formatRelative } from '#console/lib/dates/format-date.ts';
import { momentTitle } from '#console/lib/dates/moment-title.ts';
import { useNow } from '#console/ui/data/use-now.ts';
import { parseLoyaltyInstant } from './format-loyalty-date.ts';
import { LoyaltyDate } from './loyalty-date.tsx';

interface LoyaltyMomentProps {
  /** In any of the ways that the loyalty API writes one. */
  readonly value: string | null | undefined;
}

/** A moment of the loyalty API, relative where it is recent; a day without a time as that day. */
export function LoyaltyMoment({ value }: LoyaltyMomentProps) {
  const now = useNow();
  const iso = value?.includes(':') ? parseLoyaltyInstant(value) : undefined;
  if (!value || iso === undefined) return <LoyaltyDate value={value} />;
  return (
    <time dateTime={iso} title={momentTitle(iso, value)}>
      {formatRelative(new Date(iso), now)}
    </time>
  );
}
