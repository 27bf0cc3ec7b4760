import { type RefObject, useEffect, useState } from 'react';
import type { InboxPage } from '#console/features/webhooks/webhooks-queries.ts';
import { countNewRows, refreshRows } from './frozen-page.ts';

interface FrozenPageOptions<Row> {
  /** The page as it was read last. */
  readonly latest: InboxPage<Row> | undefined;
  /** Changes with what is asked for: another list, filter or page. */
  readonly viewKey: string;
  /** The reader wants no new rows. */
  readonly paused: boolean;
  /** What holds the rows: while it is pointed at, has the focus or is scrolled, no row moves. */
  readonly tableRef: RefObject<HTMLElement | null>;
}

interface FrozenPage<Row> {
  readonly shown: InboxPage<Row> | undefined;
  /** How many rows wait to be shown. */
  readonly waitingCount: number;
  /** How many rows came in by themselves last. */
  readonly addedCount: number;
  /** Shows the rows that wait. */
  readonly showLatest: () => void;
}

/** A list that fills while it is read: new rows come in by themselves only where they disturb nobody. */
export function useFrozenPage<Row extends { readonly id: string }>({
  latest,
  viewKey,
  paused,
  tableRef,
}: FrozenPageOptions<Row>): FrozenPage<Row> {
  const [held, setHeld] = useState<{ viewKey: string; page: InboxPage<Row>; addedCount: number }>();

  useEffect(() => {
    if (!latest) return;
    setHeld((current) => {
      if (current?.viewKey !== viewKey) return { viewKey, page: latest, addedCount: 0 };
      const fresh = countNewRows(current.page, latest);
      const isHeld =
        fresh > 0 && current.page.rows.length > 0 && (paused || isRead(tableRef.current));
      return isHeld ? current : { viewKey, page: latest, addedCount: fresh || current.addedCount };
    });
  }, [latest, viewKey, paused, tableRef]);

  if (!latest || held?.viewKey !== viewKey) {
    return { shown: latest, waitingCount: 0, addedCount: 0, showLatest: () => {} };
  }
  return {
    shown: { ...latest, rows: refreshRows(held.page, latest) },
    waitingCount: countNewRows(held.page, latest),
    addedCount: held.addedCount,
    showLatest: () => setHeld({ viewKey, page: latest, addedCount: 0 }),
  };
}

function isRead(table: HTMLElement | null): boolean {
  if (!table) return false;
  return window.scrollY > 0 || table.matches(':hover') || table.contains(document.activeElement);
}
