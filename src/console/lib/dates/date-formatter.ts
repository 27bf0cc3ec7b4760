const kept = new Map<string, Intl.DateTimeFormat>();

/**
 * The formatter for a way of writing dates. It is made once: making one takes as long as hundreds of
 * uses, and a table has a date in every row.
 */
export function dateFormatter(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const formatter = kept.get(key) ?? new Intl.DateTimeFormat(locale, options);
  kept.set(key, formatter);
  return formatter;
}
