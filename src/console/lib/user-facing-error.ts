export interface UserFacingError {
  /** Nothing failed: there is no such thing. */
  readonly isNotFound?: boolean;
  /** No response came: it may be worth another attempt as soon as the connection is back. */
  readonly isConnectionLost?: boolean;
  /** What happened. */
  readonly title: string;
  /** Why, and what to do. */
  readonly detail?: string | undefined;
  /** The id to quote to support. */
  readonly requestId?: string | undefined;
}
