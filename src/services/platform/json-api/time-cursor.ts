/** A position in a list by time: rows at the same time are in the order of their ids. */
export interface TimePosition {
  at: Date;
  id: number;
}

/** The position in a cursor; undefined if it isn't one. 14 digits reach the year 5138. */
export function parseTimeCursor(cursor: string): TimePosition | undefined {
  const [, at, id] = /^(\d{1,14})-(\d{1,15})$/.exec(cursor) ?? [];
  return at === undefined ? undefined : { at: new Date(Number(at)), id: Number(id) };
}

/** @param row with its time in ISO 8601 */
export function toTimeCursor({ at, id }: { at: string; id: string }): string {
  return `${Date.parse(at)}-${id}`;
}
