/** @returns undefined if no language is requested or there is no translation */
export function findTranslation<Value>(
  translations: Readonly<Record<string, Value>>,
  language: string | undefined,
): Value | undefined {
  return language !== undefined && Object.hasOwn(translations, language)
    ? translations[language]
    : undefined;
}
