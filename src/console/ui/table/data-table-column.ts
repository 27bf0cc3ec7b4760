import type { ReactNode } from 'react';

/** A column of a `DataTable`. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** Plain text and elements; a component with state in every cell makes the table slow. */
  readonly cell: (row: Row) => ReactNode;
  /** `end` for figures. */
  readonly align?: 'start' | 'end';
  /** A CSS width ("96px", "14%"); columns without one share what is left. */
  readonly width?: string;
  /** The API's name for sorting by it; without one its header is no button. */
  readonly sortKey?: string;
  /** Left out where the table is narrower than 720, 880 or 1040 px. */
  readonly hideBelow?: 'narrow' | 'medium' | 'wide';
  /**
   * Its place in the card that a row becomes on a phone; without one it is left out there. The name
   * is the title: `aside` stands opposite, `fact` (at most two) below, `status` opposite the facts.
   */
  readonly card?: 'title' | 'aside' | 'fact' | 'status';
}

/** What a row needs beside its columns. */
export interface RowOptions<Row> {
  readonly columns: readonly Column<Row>[];
  /** Where the row's name (its first column) leads. */
  readonly rowHref?: ((row: Row) => string) | undefined;
  /** The row's menu: a `RowActions`. */
  readonly rowActions?: ((row: Row) => ReactNode) | undefined;
}
