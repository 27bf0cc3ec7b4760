import type { ReactNode } from 'react';

/** The cell of a value that isn't known. It has no unit. */
export const NO_VALUE = '—';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** Plain text and elements; a component with state in every cell slows the table down. */
  readonly cell: (row: Row) => ReactNode;
  /** `end` for figures. */
  readonly align?: 'start' | 'end';
  /** What a figure counts, for the card, which has no header: "pts". */
  readonly unit?: string;
  /** A CSS width ("96px", "14%", "20cqi" of the table); columns without one share the remaining space. A table whose columns all have one can be wider than the page. */
  readonly width?: string | undefined;
  /** The API's sort key; a column without one can't be sorted. */
  readonly sortKey?: string;
  /** Hidden when the table is narrower than 720, 880, 960 or 1040 px. A window of 1280 px leaves it 982. */
  readonly hideBelow?: 'narrow' | 'medium' | 'laptop' | 'wide' | undefined;
  /**
   * Where the cell appears in the card that a row becomes on a phone; a column without one is hidden
   * there. The first column is the title, `aside` is opposite it, `fact` (at most two) below it and
   * `status` opposite the facts. Each `detail` is a line below them, with the header as its label. In tall
   * cards, `footer` is the last line.
   */
  readonly card?: 'title' | 'aside' | 'fact' | 'status' | 'detail' | 'footer';
}
