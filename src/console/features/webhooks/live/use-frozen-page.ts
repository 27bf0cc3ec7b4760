import { type RefObject, useEffect, useState } from 'react';
import type { InboxPage } from '#console/features/webhooks/webhooks-queries.ts';
import { countNew, heldRows } from './frozen-page.ts';

interface HeldPageOptions<Row> {
  /** The page as it was read last. */
  readonly latest: InboxPage<Row> | undefined;
  /** Changes with what is asked for: another list, filter or page. */
  readonly viewKey: string;
  /** The reader wants no new rows. */
  readonly paused: boolean;
  /** What holds the rows: while it is pointed at, has the focus or is scrolled, no row moves. */
  readonly tableRef: RefObject<HTMLElement | null>;
}

interface HeldPage<Row> {
  readonly shown: InboxPage<Row> | undefined;
  /** How many rows wait to be shown. */
  readonly waiting: number;
  /** How many rows came in by themselves last. */
  readonly arrived: number;
  /** Shows the rows that wait. */
  readonly release: () => void;
}

/** A list that fills while it is read: new rows come in by themselves only where they disturb nobody. */
export function useHeldPage<Row extends { readonly id: string }>({
  latest,
  viewKey,
  paused,
  tableRef,
}: HeldPageOptions<Row>): HeldPage<Row> {
  const [held, setHeld] = useState<{ viewKey: string; page: InboxPage<Row>; arrived: number }>();

  useEffect(() => {
    if (!latest) return;
    setHeld((current) => {
      if (current?.viewKey !== viewKey) return { viewKey, page: latest, arrived: 0 };
      const fresh = countNew(current.page, latest);
      const isHeld =
        fresh > 0 && current.page.rows.length > 0 && (paused || isRead(tableRef.current));
      return isHeld ? current : { viewKey, page: latest, arrived: fresh || current.arrived };
    });
  }, [latest, viewKey, paused, tableRef]);

  if (!latest || held?.viewKey !== viewKey) {
    return { shown: latest, waiting: 0, arrived: 0, release: () => {} };
  }
  return {
    shown: { ...latest, rows: heldRows(held.page, latest) },
    waiting: countNew(held.page, latest),
    arrived: held.arrived,
    release: () => setHeld({ viewKey, page: latest, arrived: 0 }),
  };
}

function isRead(table: HTMLElement | null): boolean {
  if (!table) return false;
  return window.scrollY > 0 || table.matches(':hover') || table.contains(document.activeElement);
}
