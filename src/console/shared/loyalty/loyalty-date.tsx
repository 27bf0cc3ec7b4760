import { timestampTooltip } from '#console/lib/dates/timestamp-tooltip.ts';
import { formatLoyaltyDate, parseLoyaltyInstant } from './format-loyalty-date.ts';

interface LoyaltyDateProps {
  /** In any of the ways that the loyalty API writes one. */
  readonly value: string | null | undefined;
}

/** A date of the loyalty API in words; how it came, and UTC, on hover. A dash where there is none. */
export function LoyaltyDate({ value }: LoyaltyDateProps) {
  if (!value) return '—';
  return <span title={hoverText(value)}>{formatLoyaltyDate(value)}</span>;
}

function hoverText(value: string): string {
  const iso = parseLoyaltyInstant(value);
  return iso !== undefined && value.includes(':') ? timestampTooltip(iso, value) : value;
}
