const LONG_NUMBER = /\d{16}/;
/** Texts and numbers of valid JSON. */
const TEXTS_AND_NUMBERS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/**
 * Parses JSON. Integers that would lose digits as a number, such as ids of 19 digits, become text.
 * @throws {SyntaxError}
 */
export function parseExactJson(json: string): unknown {
  const value: unknown = JSON.parse(json);
  if (!LONG_NUMBER.test(json)) return value;
  return JSON.parse(
    json.replace(TEXTS_AND_NUMBERS, (token) => (losesDigits(token) ? `"${token}"` : token)),
  );
}

/** Whether an integer can't be a number without losing digits. */
export function losesDigits(digits: string): boolean {
  if (!/^-?\d{16,}$/.test(digits)) return false;
  const value = Number(digits);
  if (!Number.isFinite(value)) return true;
  return String(value) !== digits && BigInt(value) !== BigInt(digits);
}
