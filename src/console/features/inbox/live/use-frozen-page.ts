import { type RefObject, useState, useSyncExternalStore } from 'react';
import type { CursorPage } from '#console/api/lists/cursor-page.ts';
import { countNewRows, type FrozenState, nextFrozenState, refreshRows } from './frozen-page.ts';

interface FrozenPageOptions<Row> {
  /** The page from the latest response. */
  readonly latest: CursorPage<Row> | undefined;
  /** Identifies the list, its filters and the page. When it changes, the latest page is shown. */
  readonly viewKey: string;
  /** Never add new rows. */
  readonly paused: boolean;
  /** Contains the rows. They don't move while it is hovered, has the focus or is scrolled. */
  readonly tableRef: RefObject<HTMLElement | null>;
}

interface FrozenPage<Row> {
  readonly shown: CursorPage<Row> | undefined;
  /** How many new rows are not shown yet. */
  readonly waitingCount: number;
  /** How many rows were added the last time rows were added without a click. */
  readonly addedCount: number;
  /** Shows the rows that are waiting. */
  readonly showLatest: () => void;
}

/** Adds new rows to a live list only while nobody is using the table. */
export function useFrozenPage<Row extends { readonly id: string }>({
  latest,
  viewKey,
  paused,
  tableRef,
}: FrozenPageOptions<Row>): FrozenPage<Row> {
  // Read once per render, without a subscription: it only matters when new rows come in.
  const isInUse = useSyncExternalStore(subscribeToNothing, () => isTableInUse(tableRef.current));
  const [state, setState] = useState<FrozenState<Row>>();

  const isStale = state?.latest !== latest || state?.viewKey !== viewKey || state.paused !== paused;
  if (latest && isStale) setState(nextFrozenState(state, { latest, viewKey, paused }, isInUse));

  if (!latest || state?.viewKey !== viewKey) {
    return { shown: latest, waitingCount: 0, addedCount: 0, showLatest: () => {} };
  }
  return {
    shown: { ...latest, rows: refreshRows(state.page, latest) },
    waitingCount: countNewRows(state.page, latest),
    addedCount: state.addedCount,
    showLatest: () => setState({ ...state, page: latest, addedCount: 0 }),
  };
}

const subscribeToNothing = () => () => {};

function isTableInUse(table: HTMLElement | null): boolean {
  if (!table) return false;
  return window.scrollY > 0 || table.matches(':hover') || table.contains(document.activeElement);
}
