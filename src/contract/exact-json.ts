const LONG_NUMBER = /\d{16}/;
/**
 * Escapes, ends of texts and numbers of valid JSON. No match is a whole text: with millions of escapes it would take
 * more memory than a regular expression has.
 */
const TOKENS = /\\.|"|-?\d[\d.eE+-]*/g;

/**
 * Parses JSON. Integers that would lose digits as a number, such as ids of 19 digits, become text.
 * @throws {SyntaxError}
 */
export function parseExactJson(json: string): unknown {
  const value: unknown = JSON.parse(json);
  if (!LONG_NUMBER.test(json)) return value;
  let isText = false;
  const exact = json.replace(TOKENS, (token) => {
    if (token === '"') isText = !isText;
    return !isText && losesDigits(token) ? `"${token}"` : token;
  });
  return JSON.parse(exact);
}

/** Whether an integer can't be a number without losing digits. */
export function losesDigits(digits: string): boolean {
  if (!/^-?\d{16,}$/.test(digits)) return false;
  const value = Number(digits);
  if (!Number.isFinite(value)) return true;
  return String(value) !== digits && BigInt(value) !== BigInt(digits);
}
