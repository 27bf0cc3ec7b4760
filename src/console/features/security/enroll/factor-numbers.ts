const VISIBLE_AT_END = 4;
const HIDDEN = 3;

/**
 * Converts a typed number to E.164: "+1 (555) 010-0134" and "001 555 0100134" become +15550100134.
 * Invalid numbers stay invalid.
 */
export function toE164(typed: string): string {
  return typed.replace(/[\s().\-/]/g, '').replace(/^00/, '+');
}

/** Hides part of a number but leaves enough to recognize it: "+1555•••0134". */
export function maskNumber(number: string): string {
  if (number.length <= VISIBLE_AT_END + HIDDEN) return number;
  return `${number.slice(0, -VISIBLE_AT_END - HIDDEN)}•••${number.slice(-VISIBLE_AT_END)}`;
}
