/**
 * The `placeholderData` of a list that is read page by page: the page before stays until the next one is
 * there. One without rows gives way at once, or the list would say for a moment that there is nothing.
 *
 * @param rows what is listed on the page before
 */
export function keepPreviousPage<Page>(
  previous: Page | undefined,
  rows: readonly unknown[] | undefined,
): Page | undefined {
  return rows && rows.length > 0 ? previous : undefined;
}
