import { type CSSProperties, type ReactNode, useEffect, useMemo, useState } from 'react';
import styles from './data-table.module.css';
import { tableRoles } from './table-roles.ts';

/** Rows of the first frame: what fits in a laptop's window. */
const INITIAL_ROWS = 16;
/** Rows added per frame, few enough to keep a slow machine responsive. */
const ROWS_PER_FRAME = 6;

interface PlainRowsProps<Row> {
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly renderRow: (row: Row, key: string) => ReactNode;
}

/** A table body with all rows in the DOM: the visible ones first, the others over the next frames. */
export function PlainRows<Row>({ rows, rowKey, renderRow }: PlainRowsProps<Row>) {
  const keys = useMemo(() => rows.map(rowKey), [rows, rowKey]);
  const count = useGrowingCount(keys);
  const renderFirst = useMemo(() => renderOnce(rows, keys, renderRow), [rows, keys, renderRow]);
  return (
    <tbody {...tableRoles.rowGroup}>
      {renderFirst(count)}
      <RemainingRows count={rows.length - count} />
    </tbody>
  );
}

/** @returns renders the first rows, those of earlier calls only once */
function renderOnce<Row>(
  rows: readonly Row[],
  keys: readonly string[],
  renderRow: PlainRowsProps<Row>['renderRow'],
) {
  const elements: ReactNode[] = [];
  return (count: number) => {
    for (const row of rows.slice(elements.length, count)) {
      elements.push(renderRow(row, keys[elements.length] ?? ''));
    }
    return elements.slice(0, count);
  };
}

/** How many rows to render in this frame. Starts over when all rows are different: another page. */
function useGrowingCount(keys: readonly string[]): number {
  const [rendered, setRendered] = useState({ keys, count: INITIAL_ROWS });
  const { count } = rendered;
  const isOtherPage =
    !keys.includes(rendered.keys[0] ?? '') && !rendered.keys.includes(keys[0] ?? '');
  if (isOtherPage && keys.length > 0) setRendered({ keys, count: INITIAL_ROWS });

  useEffect(() => {
    if (count >= keys.length) return;
    // After a frame, so that the browser lays out the last step on its own.
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setRendered({ keys, count: count + ROWS_PER_FRAME }));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [count, keys]);
  return count;
}

/** Reserves the height of the rows that are still to be rendered, so that scroll positions can be restored. */
function RemainingRows({ count }: { readonly count: number }) {
  if (count <= 0) return null;
  const style: CSSProperties & Record<'--remaining', number> = { '--remaining': count };
  return <tr {...HIDDEN} className={styles.remaining} style={style} />;
}

const HIDDEN = { 'aria-hidden': true } as const;
