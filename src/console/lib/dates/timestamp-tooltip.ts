import { formatDateTime, formatUtc } from './format-date.ts';

/**
 * What stands behind a moment, for whoever points at it: local time with its zone, UTC, and the
 * value as it was received.
 *
 * @param at ISO 8601
 * @param received how it came, where that was another way of writing it
 */
export function timestampTooltip(at: string, received = at): string {
  const instant = new Date(at);
  return `${formatDateTime(instant)}\n${formatUtc(instant)}\nReceived as ${received}`;
}
