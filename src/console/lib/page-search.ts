/** The page of an offset list, as the address names it. */
export interface PageSearch {
  /** From 1. */
  readonly page: number;
  /** Rows per page. */
  readonly size: number;
}
