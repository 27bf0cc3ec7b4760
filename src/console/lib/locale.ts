/**
 * The locale for numbers and dates: the user's own variant of English, because the rest of the console
 * is in English too.
 *
 * @param preferred the user's languages, best first (`navigator.languages`)
 */
export function displayLocale(preferred: readonly string[]): string {
  return preferred.find((language) => /^en\b/i.test(language)) ?? 'en-US';
}

/** The display locale of this browser; `en-US` in Node. */
export const LOCALE = displayLocale(globalThis.navigator?.languages ?? []);
