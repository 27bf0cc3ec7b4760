const WHOLE_NUMBER = /^[+-]?(\d{1,12}|\d{1,3}([\s,.']\d{3})+)$/;

/** A whole number that was typed, with or without separators between thousands. */
export function parseAmount(text: string): number | undefined {
  const typed = text.trim().replace(/^[−–]/, '-');
  return WHOLE_NUMBER.test(typed) ? Number(typed.replace(/[\s,.']/g, '')) : undefined;
}
