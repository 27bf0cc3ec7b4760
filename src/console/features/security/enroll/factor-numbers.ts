/** How much of a number is shown at its end, and how much is hidden before that. */
const SHOWN_AT_END = 4;
const HIDDEN = 3;

/**
 * A number as it was typed, in E.164: "+1 (555) 010-0134" and "001 555 0100134" are +15550100134.
 * What is no number stays as wrong as it is.
 */
export function toE164(typed: string): string {
  return typed.replace(/[\s().\-/]/g, '').replace(/^00/, '+');
}

/** A number with a part of it hidden, enough to know one's own: "+1555•••0134". */
export function maskNumber(number: string): string {
  if (number.length <= SHOWN_AT_END + HIDDEN) return number;
  return `${number.slice(0, -SHOWN_AT_END - HIDDEN)}•••${number.slice(-SHOWN_AT_END)}`;
}
