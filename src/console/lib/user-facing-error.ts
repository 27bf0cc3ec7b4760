export interface UserFacingError {
  /** Nothing failed: there is no such thing. */
  readonly isNotFound?: boolean;
  /** What happened. */
  readonly title: string;
  /** Why, and what to do. */
  readonly detail?: string | undefined;
  /** The id to quote to support. */
  readonly requestId?: string | undefined;
}
