/**
 * The `placeholderData` of a paged list: the previous page, until the next one has loaded. Undefined
 * for a page without rows, which would show an empty state for a moment.
 */
export function placeholderPage<Page>(
  previous: Page | undefined,
  rows: readonly unknown[] | undefined,
): Page | undefined {
  return rows && rows.length > 0 ? previous : undefined;
}
