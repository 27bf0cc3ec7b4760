const formatters = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a formatter takes as long as hundreds of uses, and every table row has dates. */
export function getDateFormatter(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(key, formatter);
  return formatter;
}
