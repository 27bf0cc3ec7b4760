import { createContext, memo, type ReactNode, useContext } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import { focusReplacingRow } from '#console/ui/hooks/use-row-keys.ts';
import styles from './data-table.module.css';
import { type Column, NO_VALUE } from './data-table-column.ts';
import { RowActions } from './row-actions.tsx';
import cards from './row-cards.module.css';
import { SelectRowCell } from './row-selection.tsx';
import { tableRoles } from './table-roles.ts';
import { IncompleteName } from './unreadable/unreadable-row.tsx';

/**
 * The menu items of a row. Only an open menu reads it, so a new function on every render of the page
 * redraws no rows.
 */
export const RowMenuContext = createContext<((row: never) => ReactNode) | undefined>(undefined);

interface DataTableRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  /** Where the first column links to. */
  readonly href: string | undefined;
  /** The row's name, for its menu; a row without one has no menu. */
  readonly menuLabel: string | undefined;
  /** Undefined if rows can't be selected. */
  readonly isSelected: boolean | undefined;
  readonly rowKey: string;
  readonly selectLabel: string | undefined;
  /** Whether something in the row's item could not be read. */
  readonly isIncomplete: boolean;
  /** Whether it was just added. */
  readonly isHighlighted: boolean;
  /** `aria-rowindex`, for a table that renders only some of its rows; the header is 1. */
  readonly rowIndex?: number;
}

function PlainRow<Row>(props: DataTableRowProps<Row>) {
  const { rowKey, selectLabel, isHighlighted, isSelected, rowIndex, ...content } = props;
  return (
    <tr
      {...tableRoles.row}
      // A long table removes rows that are scrolled away.
      ref={rowIndex === undefined ? focusReplacingRow : undefined}
      aria-rowindex={rowIndex}
      className={styles.row}
      data-highlighted={isHighlighted || isSelected || undefined}
    >
      {isSelected !== undefined && (
        <SelectRowCell
          rowKey={rowKey}
          label={selectLabel ?? ''}
          isSelected={isSelected}
          className={styles.cell ?? ''}
        />
      )}
      <RowCells {...content} />
    </tr>
  );
}

type RowCellsProps<Row> = Pick<
  DataTableRowProps<Row>,
  'row' | 'columns' | 'href' | 'menuLabel' | 'isIncomplete'
>;

function PlainCells<Row>({ row, columns, href, menuLabel, isIncomplete }: RowCellsProps<Row>) {
  return (
    <>
      {columns.map((column, index) => {
        const content = column.cell(row);
        return (
          <td
            key={column.id}
            {...tableRoles.cell}
            className={classNames(
              styles.cell,
              column.align === 'end' && styles.end,
              index === 0 && styles.name,
            )}
            data-card={column.card ?? (index === 0 ? 'title' : undefined)}
            data-hide-below={column.hideBelow}
            data-label={column.card === 'detail' ? column.header : undefined}
            data-unit={content === NO_VALUE ? undefined : column.unit}
          >
            {index === 0 ? (
              <RowName href={href} isIncomplete={isIncomplete}>
                {content}
              </RowName>
            ) : (
              content
            )}
          </td>
        );
      })}
      {menuLabel !== undefined && (
        <td
          {...tableRoles.cell}
          className={classNames(styles.cell, styles.actions)}
          data-card="actions"
        >
          <RowActions row={menuLabel}>
            <RowMenuItems row={row} />
          </RowActions>
        </td>
      )}
    </>
  );
}

/** All cells but the checkbox: selecting the row doesn't render them again. */
const RowCells = memo(PlainCells) as typeof PlainCells;

interface RowNameProps {
  readonly href: string | undefined;
  readonly isIncomplete: boolean;
  readonly children: ReactNode;
}

function RowName({ href, isIncomplete, children }: RowNameProps) {
  const name = isIncomplete ? <IncompleteName>{children}</IncompleteName> : children;
  if (href === undefined) return name;
  return (
    <a href={href} dir="auto" className={classNames(styles.link, cards.link)}>
      {name}
    </a>
  );
}

function RowMenuItems({ row }: { readonly row: unknown }) {
  return useContext(RowMenuContext)?.(row as never);
}

/** Renders again only when its item, its columns, its link, its name or its selection change. */
export const DataTableRow = memo(PlainRow) as typeof PlainRow;
