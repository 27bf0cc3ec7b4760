import { type FormEvent, type Key, useRef } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import headStyles from './data-table-head.module.css';
import styles from './row-selection.module.css';
import { tableRoles } from './table-roles.ts';

export interface RowSelection<Row> {
  readonly isSelected: (row: Row) => boolean;
  /** The row's name: "Select <label>". */
  readonly label: (row: Row) => string;
  /** @param keys keys of rows of this page */
  readonly onSelect: (keys: readonly Key[], isSelected: boolean) => void;
}

/** The form name of the checkboxes. That of all rows has no value, the others their row's key. */
const NAME = 'selected-rows';
/** The table handles the change of every checkbox, so that a row doesn't need its own function. */
const handledByTable = () => {};

interface SelectableRows<Row> {
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly selection: RowSelection<Row> | undefined;
  /** The rows are about to be replaced, so nothing is selected. */
  readonly stale: boolean;
}

/**
 * Selects the rows whose checkboxes are changed. With Shift, all rows from the one that was changed
 * before.
 *
 * @returns props for the element around the checkboxes
 */
export function useSelectRows<Row>({ rows, rowKey, selection, stale }: SelectableRows<Row>) {
  const lastKey = useRef<string>(undefined);
  if (!selection) return {};
  function onChange({ target, nativeEvent }: FormEvent<HTMLElement>) {
    if (!(target instanceof HTMLInputElement) || target.name !== NAME || stale) return;
    const keys = rows.map(rowKey);
    const { value: key, checked } = target;
    if (key === '') return selection?.onSelect(keys, checked);
    const hasShift = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
    const last = hasShift ? keys.indexOf(lastKey.current ?? '') : -1;
    const ends = [last < 0 ? keys.indexOf(key) : last, keys.indexOf(key)];
    selection?.onSelect(keys.slice(Math.min(...ends), Math.max(...ends) + 1), checked);
    lastKey.current = key;
  }
  return { onChange };
}

interface SelectAllProps<Row> {
  readonly rows: readonly Row[];
  readonly selection: RowSelection<Row>;
}

/** The header's cell with the checkbox for all rows of the page. */
export function SelectAllCell<Row>(props: SelectAllProps<Row>) {
  return (
    <th
      {...tableRoles.columnHeader}
      scope="col"
      className={classNames(headStyles.head, styles.cell)}
      data-card="select"
    >
      <SelectAllBox {...props} />
    </th>
  );
}

interface SelectAllBoxProps<Row> extends SelectAllProps<Row> {
  /** A visible label, the beginning of the accessible name. */
  readonly children?: string;
}

/** The checkbox for all rows of the page. */
export function SelectAllBox<Row>({ rows, selection, children }: SelectAllBoxProps<Row>) {
  const count = rows.filter(selection.isSelected).length;
  const isPartial = count > 0 && count < rows.length;
  return (
    <label className={styles.label}>
      <input
        ref={(input) => {
          if (input) input.indeterminate = isPartial;
        }}
        type="checkbox"
        name={NAME}
        value=""
        aria-label="Select all on this page"
        checked={count > 0 && !isPartial}
        // While rows load, a click would do nothing.
        disabled={rows.length === 0}
        onChange={handledByTable}
      />
      {children}
    </label>
  );
}

interface SelectRowCellProps {
  readonly rowKey: string;
  readonly label: string;
  readonly isSelected: boolean;
  readonly className: string;
}

/** A row's checkbox. The whole cell is its label. */
export function SelectRowCell({ rowKey, label, isSelected, className }: SelectRowCellProps) {
  return (
    <td {...tableRoles.cell} className={classNames(className, styles.cell)} data-card="select">
      <label className={styles.label}>
        <input
          type="checkbox"
          name={NAME}
          value={rowKey}
          aria-label={`Select ${label}`}
          checked={isSelected}
          onChange={handledByTable}
        />
      </label>
    </td>
  );
}
