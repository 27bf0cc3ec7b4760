const WHOLE_NUMBER = /^[+-]?(\d{1,15}|\d{1,3}([\s,.']\d{3})+)$/;
/** A number with separators between thousands, and a point for decimals. */
const GROUPED = /^[+-]?[1-9]\d{0,2}([\s,']\d{3})+(\.\d+)?$/;
/** A comma that doesn't separate thousands is a decimal one. */
const DECIMAL = /^[+-]?\d+([.,]\d+)?(e[+-]?\d+)?$/i;

/** A whole number that was typed, with or without separators between thousands: "1,000" and "1.000" are 1000. */
export function parseWholeNumber(text: string): number | undefined {
  const typed = trimSign(text);
  return WHOLE_NUMBER.test(typed) ? Number(typed.replace(/[\s,.']/g, '')) : undefined;
}

/** A number that was typed: "1,000" is 1000, "1,000.5" is 1000.5, "0,5" and "0.5" are 0.5. */
export function parseNumber(text: string): number | undefined {
  const typed = trimSign(text);
  if (GROUPED.test(typed)) return Number(typed.replace(/[\s,']/g, ''));
  if (!DECIMAL.test(typed)) return undefined;
  const number = Number(typed.replace(',', '.'));
  return Number.isFinite(number) ? number : undefined;
}

const trimSign = (text: string) => text.trim().replace(/^[−–]/, '-');
