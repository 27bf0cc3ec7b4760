/**
 * The ids with one of them at another position.
 *
 * @param to from 0; positions outside are the first or the last
 */
export function moveColumn(ids: readonly string[], id: string, to: number): readonly string[] {
  const position = Math.max(0, Math.min(to, ids.length - 1));
  if (!ids.includes(id) || ids.indexOf(id) === position) return ids;
  return ids.filter((other) => other !== id).toSpliced(position, 0, id);
}

/** The ids of shown columns after one was hidden, or shown as the last. */
export function toggleColumn(ids: readonly string[], id: string): readonly string[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
}
