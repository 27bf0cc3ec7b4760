import { attributeLabel } from '#console/lib/format/format-attribute.ts';
import { SelectField } from '#console/ui/form/select-field.tsx';
import type { Column } from './data-table-column.ts';
import styles from './phone-header.module.css';
import { type RowSelection, SelectAllBox } from './row-selection.tsx';
import { parseSort } from './sort/sort-key.ts';

/** Phones name this order instead of a column. */
export interface OtherSort {
  /** The JSON:API `sort`. */
  readonly sort: string;
  /** "Newest first". */
  readonly label: string;
}

interface PhoneHeaderProps<Row> extends Sorting<Row> {
  readonly rows: readonly Row[];
  readonly selection: RowSelection<Row> | undefined;
}

/** What the header row does, on a phone, where the table has none: selecting all rows, and sorting. */
export function PhoneHeader<Row>({ rows, selection, ...sorting }: PhoneHeaderProps<Row>) {
  const orders = sorting.onSort ? listOrders(sorting) : [];
  if (!selection && orders.length === 0) return null;
  return (
    <div className={styles.header}>
      {selection && (
        <span className={styles.selectAll}>
          <SelectAllBox rows={rows} selection={selection}>
            Select all
          </SelectAllBox>
        </span>
      )}
      {orders.length > 0 && <SortSelect orders={orders} {...sorting} />}
    </div>
  );
}

interface Sorting<Row> {
  readonly columns: readonly Column<Row>[];
  readonly others: readonly OtherSort[];
  readonly sort: string | undefined;
  readonly onSort: ((sort: string) => void) | undefined;
}

function listOrders<Row>({ columns, others }: Sorting<Row>): OtherSort[] {
  return [
    ...others,
    ...columns.flatMap(({ sortKey, header }) =>
      sortKey === undefined || others.some(({ sort }) => sort === sortKey)
        ? []
        : [
            { sort: sortKey, label: `${header}, ascending` },
            { sort: `-${sortKey}`, label: `${header}, descending` },
          ],
    ),
  ];
}

interface SelectProps {
  readonly orders: readonly OtherSort[];
  readonly sort: string | undefined;
  readonly onSort: ((sort: string) => void) | undefined;
}

function SortSelect({ orders, sort = '', onSort }: SelectProps) {
  const isListed = orders.some((order) => order.sort === sort);
  return (
    <div className={styles.sort}>
      <SelectField label="Sort by" value={sort} onChange={(event) => onSort?.(event.target.value)}>
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

/** The label of an order that only the URL asks for: "Last updated, descending". */
function formatSort(sort: string): string {
  const order = parseSort(sort);
  if (!order) return 'Unsorted';
  return `${attributeLabel(order.key)}, ${order.descending ? 'descending' : 'ascending'}`;
}
