/** A page of a list with numbered pages, from the URL. */
export interface PageSearch {
  /** From 1. */
  readonly page: number;
  /** Rows per page. */
  readonly size: number;
}
