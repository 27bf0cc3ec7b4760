interface Page<Row> {
  readonly rows: readonly Row[];
}
interface Identified {
  readonly id: string;
}

/**
 * The rows of `held` as they stand in `latest`, where they are still in it: what the reader looks at
 * stays where it is, and yet says what became of it.
 */
export function refreshRows<Row extends Identified>(held: Page<Row>, latest: Page<Row>): Row[] {
  const newest = new Map(latest.rows.map((row) => [row.id, row]));
  return held.rows.map((row) => newest.get(row.id) ?? row);
}

/** How many rows stand in `latest` before the first one that is in `held` too: lists are newest first. */
export function countNewRows(held: Page<Identified>, latest: Page<Identified>): number {
  const known = new Set(held.rows.map(({ id }) => id));
  const first = latest.rows.findIndex(({ id }) => known.has(id));
  return first === -1 ? latest.rows.length : first;
}
