/**
 * Whether text can be stored and given back as it is: a NUL and half of a surrogate pair can't, since
 * no database column in UTF-8 holds them.
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
