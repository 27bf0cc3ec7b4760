/**
 * A moment as the browser's `datetime-local` field writes it, in the reader's zone, to the minute:
 * `2026-01-31T13:05`.
 */
export function toDatetimeLocal(instant: Date): string {
  const local = new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The moment that such a field holds, in ISO 8601 with Z; undefined for an empty or unfinished one. */
export function fromDatetimeLocal(text: string): string | undefined {
  const instant = new Date(text);
  return text === '' || Number.isNaN(instant.getTime()) ? undefined : instant.toISOString();
}

/** The first moment of the day in the reader's zone. */
export function startOfDay(instant: Date): Date {
  const start = new Date(instant);
  start.setHours(0, 0, 0, 0);
  return start;
}
