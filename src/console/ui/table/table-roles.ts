/**
 * What table elements are by nature, said again: Safari forgets it where CSS changes their display,
 * and on a phone rows are laid out as cards.
 */
export const tableRoles = {
  table: { role: 'table' },
  rowGroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;
