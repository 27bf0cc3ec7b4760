import { attributeLabel } from '#console/lib/format/format-attribute.ts';
import { SelectField } from '#console/ui/form/select-field.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import { parseSort } from './sort-key.ts';
import styles from './sort-select.module.css';

/** An order that belongs to no column. */
export interface OtherSort {
  /** The JSON:API `sort`. */
  readonly sort: string;
  /** "Newest first". */
  readonly label: string;
}

interface SortSelectProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly others: readonly OtherSort[];
  readonly sort: string | undefined;
  readonly onSort: ((sort: string) => void) | undefined;
}

/** Sorting on a phone, where the table has no header. */
export function SortSelect<Row>({ columns, others, sort = '', onSort }: SortSelectProps<Row>) {
  const orders = [
    ...others,
    ...columns.flatMap(({ sortKey, header }) =>
      sortKey === undefined
        ? []
        : [
            { sort: sortKey, label: `${header}, ascending` },
            { sort: `-${sortKey}`, label: `${header}, descending` },
          ],
    ),
  ];
  if (!onSort || orders.length === 0) return null;
  const isListed = orders.some((order) => order.sort === sort);
  return (
    <div className={styles.select}>
      <SelectField label="Sort by" value={sort} onChange={(event) => onSort(event.target.value)}>
        {!isListed && <option value={sort}>{formatSort(sort)}</option>}
        {orders.map(({ sort: value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/** The label of an order that only the URL asks for: "Updated at, descending". */
function formatSort(sort: string): string {
  const order = parseSort(sort);
  if (!order) return 'Unsorted';
  return `${attributeLabel(order.key)}, ${order.descending ? 'descending' : 'ascending'}`;
}
