/**
 * The locale that numbers and dates are written in: the reader's own kind of English, because the
 * console's words are English and "il y a 2 min" in an English sentence helps nobody.
 *
 * @param preferred the reader's languages, best first (`navigator.languages`)
 */
export function displayLocale(preferred: readonly string[]): string {
  return preferred.find((language) => /^en\b/i.test(language)) ?? 'en-US';
}

/** The display locale of this browser; `en-US` outside of one. */
export const LOCALE = displayLocale(globalThis.navigator?.languages ?? []);
