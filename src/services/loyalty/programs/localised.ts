/**
 * What a program has in the store language that was asked for.
 * @returns undefined where no language was asked for, or the program has nothing in it.
 */
export function findTranslation<Value>(
  translations: Readonly<Record<string, Value>>,
  language: string | undefined,
): Value | undefined {
  return language !== undefined && Object.hasOwn(translations, language)
    ? translations[language]
    : undefined;
}
