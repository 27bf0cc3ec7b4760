import { timestampTooltip } from '#console/lib/dates/timestamp-tooltip.ts';
import { formatLoyaltyDate, parseLoyaltyInstant } from './format-loyalty-date.ts';

interface LoyaltyDateProps {
  /** In any format of the loyalty API. */
  readonly value: string | null | undefined;
}

/** A date of the loyalty API, with UTC and the raw value in its tooltip; a dash without one. */
export function LoyaltyDate({ value }: LoyaltyDateProps) {
  if (!value) return '—';
  return <span title={hoverText(value)}>{formatLoyaltyDate(value)}</span>;
}

function hoverText(value: string): string {
  const iso = parseLoyaltyInstant(value);
  return iso !== undefined && value.includes(':') ? timestampTooltip(iso, value) : value;
}
