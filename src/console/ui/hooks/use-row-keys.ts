import { focusHeading } from './focus-heading.ts';
import { useShortcut } from './use-shortcut.ts';

interface RowKeys<Row> {
  /** The rows of the table, in its order. */
  readonly rows: readonly Row[];
  /** Undefined if rows can't be edited. */
  readonly onEdit?: ((row: Row) => void) | undefined;
  /** Undefined if nothing is selected. */
  readonly onClear: (() => void) | undefined;
}

/** Arrows move the focus to the next row of the page's table. */
export function useRowArrows(): void {
  useShortcut(['ArrowDown', 'ArrowUp'], (key) => moveFocus(key === 'ArrowDown' ? 1 : -1));
}

/** The keys of the row with the focus: X selects it (Shift X a range), E edits it. */
export function useRowKeys<Row>({ rows, onEdit, onClear }: RowKeys<Row>): void {
  useShortcut(['x', 'X'], (key) => {
    const checkbox = findRow()?.querySelector<HTMLElement>(CHECKBOX);
    const click = { bubbles: true, cancelable: true, shiftKey: key === 'X' };
    checkbox?.dispatchEvent(new MouseEvent('click', click));
    return checkbox != null;
  });
  useShortcut(['e', 'E'], () => {
    const focused = findRow();
    const row = focused && rows[rowIndex(focused)];
    if (row) onEdit?.(row);
    return row !== undefined;
  });
  useShortcut(['Escape'], () => {
    if (isInList()) onClear?.();
    return false;
  });
}

/** Moves the focus from the search field to the first row. */
export function focusFirstRow(): void {
  document.querySelector<HTMLElement>(`${ROW} ${NAME}`)?.focus();
}

/**
 * A `ref` for a row that may be replaced while it has the focus, by a search that ends, for example: the row in
 * its place takes the focus.
 */
export function focusReplacingRow(row: HTMLTableRowElement | null) {
  return () => {
    if (!row?.contains(document.activeElement)) return;
    const table = row.closest('table');
    const index = row.sectionRowIndex;
    const target = document.activeElement?.matches(CHECKBOX) ? CHECKBOX : NAME;
    // Once the other rows are there.
    queueMicrotask(() => {
      if (document.activeElement !== document.body || !table?.isConnected) return;
      const rows = [...table.querySelectorAll('tbody tr:not([aria-hidden])')];
      const next = rows[Math.min(index, rows.length - 1)];
      const control = next?.querySelector<HTMLElement>(target);
      if (control) control.focus();
      else focusHeading();
    });
  };
}

const ROW = 'main table tbody tr:not([aria-hidden])';
const NAME = 'a';
const CHECKBOX = 'input[type="checkbox"]';

/** The row with the focus. */
function findRow(): HTMLTableRowElement | undefined {
  return document.activeElement?.closest<HTMLTableRowElement>(ROW) ?? undefined;
}

/** Whether the focus is in a row, or where it is after a navigation. */
function isInList(): boolean {
  const { activeElement, body } = document;
  return findRow() !== undefined || activeElement === body || activeElement?.tagName === 'H1';
}

/** Its place among `rows`; a table with only the visible rows in the DOM numbers them from 2. */
function rowIndex(row: HTMLTableRowElement): number {
  return row.ariaRowIndex === null ? row.sectionRowIndex : Number(row.ariaRowIndex) - 2;
}

/** @returns false if there is no row to move to: the page scrolls then */
function moveFocus(step: 1 | -1): boolean {
  const row = findRow();
  if (!row && (step === -1 || !isInList())) return false;
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)];
  const next = rows[row ? rows.indexOf(row) + step : 0];
  const isOnCheckbox = document.activeElement?.matches(CHECKBOX);
  const target = next?.querySelector<HTMLElement>(isOnCheckbox ? CHECKBOX : NAME);
  target?.focus();
  return target !== undefined && target !== null;
}
