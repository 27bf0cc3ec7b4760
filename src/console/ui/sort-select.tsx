import { parseSort } from '#console/lib/sort-key.ts';
import styles from './data-table.module.css';
import type { Column } from './data-table-column.ts';
import { SelectField } from './select-field.tsx';

interface SortSelectProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sort: string | undefined;
  readonly onSort: ((sort: string) => void) | undefined;
}

/** Sorting on a phone, where the table is a list of cards and has no header. */
export function SortSelect<Row>({ columns, sort, onSort }: SortSelectProps<Row>) {
  const sortable = columns.filter((column) => column.sortKey !== undefined);
  if (!onSort || sortable.length === 0) return null;
  const current = parseSort(sort);
  const value = current && (current.descending ? `-${current.key}` : current.key);
  const listed = sortable.some(({ sortKey }) => sortKey === current?.key);
  return (
    <div className={styles.sortSelect}>
      <SelectField
        label="Sort by"
        value={listed ? value : ''}
        onChange={(event) => onSort(event.target.value)}
      >
        {!listed && <option value="">As it comes</option>}
        {sortable.flatMap(({ sortKey, header }) => [
          <option key={sortKey} value={sortKey}>
            {header}, ascending
          </option>,
          <option key={`-${sortKey}`} value={`-${sortKey}`}>
            {header}, descending
          </option>,
        ])}
      </SelectField>
    </div>
  );
}
