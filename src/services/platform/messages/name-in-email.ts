/** Longer names are cut, so that no message fits in one. */
const MAX_LENGTH = 60;

/** Everything but letters, digits and the punctuation of names: quotation marks, line breaks, `@`, `:` and `/`. */
const NOT_IN_NAMES = /[^\p{L}\p{M}\p{N}'’.,&()-]+/gu;

/**
 * A name that someone chose, as one line of plain text without anything that mail programs turn into a
 * link: an address loses its `@`, `:` and `/` and gets a space after each dot.
 */
export function nameInEmail(name: string): string {
  const line = name
    .normalize('NFKC')
    .replace(NOT_IN_NAMES, ' ')
    .replace(/\.(?=[^\s.])/g, '. ')
    .trim();
  const characters = Array.from(line);
  if (characters.length <= MAX_LENGTH) return line;
  return `${characters.slice(0, MAX_LENGTH).join('').trim()}…`;
}

/**
 * A user in an email to others: `"Ada Marsh" (ada@example.com)`. The quotation marks show where a
 * name ends that reads like a message, and the address whose it is.
 */
export function userInEmail({ name, email }: { name: string; email: string }): string {
  const shown = nameInEmail(name);
  return shown === '' || name === email ? email : `"${shown}" (${email})`;
}
