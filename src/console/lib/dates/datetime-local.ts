/** The value of a `datetime-local` input, in local time to the minute: `2026-01-31T13:05`. */
export function toDatetimeLocal(instant: Date): string {
  const local = new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The instant of such a value in ISO 8601 with Z; undefined if it is empty or incomplete. */
export function fromDatetimeLocal(text: string): string | undefined {
  const instant = new Date(text);
  return text === '' || Number.isNaN(instant.getTime()) ? undefined : instant.toISOString();
}

/** Midnight, local time. */
export function startOfDay(instant: Date): Date {
  const start = new Date(instant);
  start.setHours(0, 0, 0, 0);
  return start;
}
