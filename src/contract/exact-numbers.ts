/**
 * Whether a parsed JSON number is what was sent. Integers beyond 2^53 are not: the nearest one that a
 * double can hold takes their place.
 */
export function isExactNumber(value: number): boolean {
  return !Number.isInteger(value) || Number.isSafeInteger(value);
}
