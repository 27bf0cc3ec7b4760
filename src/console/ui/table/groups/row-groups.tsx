import { tableRoles } from '#console/ui/table/table-roles.ts';
import styles from './row-groups.module.css';

/** The rows that a group begins with, and its heading. */
export function groupStarts<Row>(
  rows: readonly Row[],
  groupOf: ((row: Row) => string) | undefined,
): ReadonlyMap<Row, string> {
  if (!groupOf) return new Map();
  const headings = rows.map(groupOf);
  return new Map(
    rows.flatMap((row, index) => {
      const heading = headings[index] ?? '';
      return heading === headings[index - 1] ? [] : [[row, heading] as const];
    }),
  );
}

interface RowGroupHeadingProps {
  readonly label: string;
  readonly columnCount: number;
}

export function RowGroupHeading({ label, columnCount }: RowGroupHeadingProps) {
  return (
    <tr {...tableRoles.row} className={styles.group} data-group>
      <th {...tableRoles.columnHeader} scope="rowgroup" colSpan={columnCount}>
        <h2>{label}</h2>
      </th>
    </tr>
  );
}
