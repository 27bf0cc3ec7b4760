import { observeWindowOffset, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type Key, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { tableRoles } from './table-roles.ts';

interface VirtualRowsProps {
  readonly count: number;
  /** Keyed by index, so that paging reuses row elements. */
  readonly renderRow: (index: number, key: Key) => ReactNode;
}

/** Rows rendered above and below the window. */
const OVERSCAN = 6;

/**
 * The body of a long table: only the rows in the window are in the DOM, between two spacers. The
 * window itself scrolls, and every row is as high as the first one.
 */
export function VirtualRows({ count, renderRow }: VirtualRowsProps) {
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const [layout, setLayout] = useState({ top: 0, rowHeight: 40 });

  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => layout.rowHeight,
    scrollMargin: layout.top,
    overscan: OVERSCAN,
    observeElementOffset: observeScrollOffset,
    scrollToFn: ignoreScrollRequest,
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
      setLayout((last) =>
        last.top === top && last.rowHeight === rowHeight ? last : { top, rowHeight },
      );
    }
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [hasRows]);
  useLayoutEffect(() => {
    if (layout.rowHeight > 0) virtualizer.measure();
  }, [virtualizer, layout.rowHeight]);

  const before = (items[0]?.start ?? layout.top) - layout.top;
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? layout.top) - layout.top);

  return (
    <tbody ref={bodyRef} style={NO_ANCHOR} {...tableRoles.rowGroup}>
      <Spacer height={before} />
      {items.map(({ index, key }) => renderRow(index, key))}
      <Spacer height={after} />
    </tbody>
  );
}

/** The virtualizer would scroll to the top when it mounts and undo scroll restoration. */
function ignoreScrollRequest() {}

/**
 * Reports the scroll offset right away: the window may have been scrolled since the render in which
 * the virtualizer read it.
 */
const observeScrollOffset: typeof observeWindowOffset = (virtualizer, report) => {
  report(window.scrollY, false);
  return observeWindowOffset(virtualizer, report);
};

/** Takes the height of rows that are not rendered. */
function Spacer({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return <tr {...HIDDEN} style={{ display: 'block', height }} />;
}

/** With scroll anchoring, growing spacers would make the browser adjust the scroll position forever. */
const NO_ANCHOR = { overflowAnchor: 'none' } as const;
const HIDDEN = { 'aria-hidden': true } as const;
