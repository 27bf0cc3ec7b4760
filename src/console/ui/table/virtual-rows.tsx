import { observeWindowOffset, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import type { RowOptions } from './data-table-column.ts';
import { DataTableRow } from './data-table-row.tsx';
import { tableRoles } from './table-roles.ts';

interface VirtualRowsProps<Row> extends RowOptions<Row> {
  readonly rows: readonly Row[];
}

/** Rows kept ready above and below the window. */
const OVERSCAN = 6;

/**
 * The body of a long table: only the rows in the window are in the page, between two spacers. The
 * window itself scrolls, and every row is as high as the first one.
 */
export function VirtualRows<Row>({ rows, ...options }: VirtualRowsProps<Row>) {
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const [place, setPlace] = useState({ top: 0, rowHeight: 40 });

  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => place.rowHeight,
    scrollMargin: place.top,
    overscan: OVERSCAN,
    observeElementOffset: observePlace,
    scrollToFn: keepPlace,
  });
  const items = virtualizer.getVirtualItems();
  const hasRows = items.length > 0;

  useLayoutEffect(() => {
    if (!hasRows) return;
    function measure() {
      const body = bodyRef.current;
      const row = body?.querySelector('tr[aria-rowindex]');
      if (!body || !row) return;
      const top = body.getBoundingClientRect().top + window.scrollY;
      const rowHeight = row.getBoundingClientRect().height;
      setPlace((last) =>
        last.top === top && last.rowHeight === rowHeight ? last : { top, rowHeight },
      );
    }
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [hasRows]);
  useLayoutEffect(() => {
    if (place.rowHeight > 0) virtualizer.measure();
  }, [virtualizer, place.rowHeight]);

  const before = (items[0]?.start ?? place.top) - place.top;
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? place.top) - place.top);

  return (
    <tbody ref={bodyRef} style={NO_ANCHOR} {...tableRoles.rowGroup}>
      <Spacer height={before} />
      {items.map(({ index, key }) => {
        const row = rows[index];
        if (row === undefined) return null;
        // By its place: another page is written into the rows that stand there.
        return <DataTableRow key={key} row={row} rowIndex={index + 2} {...options} />;
      })}
      <Spacer height={after} />
    </tbody>
  );
}

/** The virtualizer would scroll to the top when it begins, and undo the way back to a place. */
function keepPlace() {}

/**
 * Tells the virtualizer at once where the window stands: it may have been scrolled between the
 * rendering, when the virtualizer read that, and now.
 */
const observePlace: typeof observeWindowOffset = (virtualizer, report) => {
  report(window.scrollY, false);
  return observeWindowOffset(virtualizer, report);
};

/** Stands for the rows that are not in the page. */
function Spacer({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return <tr {...HIDDEN} style={{ display: 'block', height }} />;
}

/** Spacers that grow would make the browser correct the scroll position, on and on. */
const NO_ANCHOR = { overflowAnchor: 'none' } as const;
const HIDDEN = { 'aria-hidden': true } as const;
