export interface PageSearch {
  /** From 1. */
  readonly page: number;
  readonly size: number;
}
