import { useEffect, useState } from 'react';
import type { RowOptions } from './data-table-column.ts';
import { DataTableRow } from './data-table-row.tsx';
import { tableRoles } from './table-roles.ts';

/** Rows that are drawn at once: what a laptop's window shows. */
const FIRST = 16;
/** Rows that are added in one frame, few enough to leave a slow machine time for its person. */
const STEP = 6;

interface PlainRowsProps<Row> extends RowOptions<Row> {
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
}

/** The body of a table that is in the page as a whole: the rows in sight first, then the others. */
export function PlainRows<Row>({ rows, rowKey, ...options }: PlainRowsProps<Row>) {
  const count = useGrowingCount(rows.map(rowKey));
  return (
    <tbody {...tableRoles.rowGroup}>
      {rows.slice(0, count).map((row) => (
        <DataTableRow key={rowKey(row)} row={row} {...options} />
      ))}
    </tbody>
  );
}

/** How many rows are drawn by now. Begins anew when the rows are others altogether: another page. */
function useGrowingCount(keys: readonly string[]): number {
  const [drawn, setDrawn] = useState({ keys, count: FIRST });
  const { count } = drawn;
  const isOtherPage = !keys.includes(drawn.keys[0] ?? '') && !drawn.keys.includes(keys[0] ?? '');
  if (isOtherPage && keys.length > 0) setDrawn({ keys, count: FIRST });

  useEffect(() => {
    if (count >= keys.length) return;
    // After a frame, so that what was added last is laid out by itself.
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setDrawn({ keys, count: count + STEP }));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [count, keys]);
  return count;
}
