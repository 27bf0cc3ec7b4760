/**
 * A failure as a person is told it. `title` says what happened, `detail` why and what to do,
 * `requestId` is the id to quote to whoever helps.
 */
export interface UserFacingError {
  readonly title: string;
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
}
