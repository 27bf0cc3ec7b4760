import { formatDateTime, formatUtc } from './format-date.ts';

/**
 * The tooltip of a timestamp: local time with its zone, UTC, and the received value.
 *
 * @param at ISO 8601
 * @param received the received value, if its format was another
 */
export function timestampTooltip(at: string, received = at): string {
  const instant = new Date(at);
  if (Number.isNaN(instant.getTime())) return `Received as ${received}`;
  return `${formatDateTime(instant)}\n${formatUtc(instant)}\nReceived as ${received}`;
}
