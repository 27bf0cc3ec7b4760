import type { CursorPage } from '#console/api/lists/cursor-page.ts';

interface Identified {
  readonly id: string;
}

/** What the list showed last, and for which input. */
export interface FrozenState<Row> {
  readonly latest: CursorPage<Row>;
  readonly viewKey: string;
  readonly paused: boolean;
  /** The page on the screen: `latest`, or an older page while rows are frozen. */
  readonly page: CursorPage<Row>;
  /** How many rows were added the last time rows were added without a click. */
  readonly addedCount: number;
}

type Input<Row> = Omit<FrozenState<Row>, 'page' | 'addedCount'>;

/**
 * The state after new input: keeps the current page if `isInUse` or paused and there are new rows,
 * otherwise shows the latest page.
 */
export function nextFrozenState<Row extends Identified>(
  current: FrozenState<Row> | undefined,
  input: Input<Row>,
  isInUse: boolean,
): FrozenState<Row> {
  const { latest, viewKey, paused } = input;
  if (current?.viewKey !== viewKey) return { ...input, page: latest, addedCount: 0 };
  const { page, addedCount } = current;
  const newCount = countNewRows(page, latest);
  const isFrozen = newCount > 0 && page.rows.length > 0 && (paused || isInUse);
  return isFrozen
    ? { ...input, page, addedCount }
    : { ...input, page: latest, addedCount: newCount || addedCount };
}

/** The rows of `page`, each in its version from `latest` if it is still there. */
export function refreshRows<Row extends Identified>(
  page: Pick<CursorPage<Row>, 'rows'>,
  latest: Pick<CursorPage<Row>, 'rows'>,
): Row[] {
  const latestRows = new Map(latest.rows.map((row) => [row.id, row]));
  return page.rows.map((row) => latestRows.get(row.id) ?? row);
}

/** How many rows of `latest` come before the first one that is also in `page`: newest come first. */
export function countNewRows(
  page: Pick<CursorPage<Identified>, 'rows'>,
  latest: Pick<CursorPage<Identified>, 'rows'>,
): number {
  const known = new Set(page.rows.map(({ id }) => id));
  const first = latest.rows.findIndex(({ id }) => known.has(id));
  return first === -1 ? latest.rows.length : first;
}
