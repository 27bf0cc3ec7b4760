import { LoyaltyApiError } from '#services/loyalty/http/error-response.ts';
import { NotEnoughPointsError } from '#services/loyalty/points/spend-points.ts';
import { DataDirectoryError, DataDirectoryInUseError } from '#services/platform/data-directory.ts';
import { DatabaseUnavailableError } from '#services/platform/database/database.ts';
import { isDatabaseUnavailable } from '#services/platform/database/unavailable.ts';
import { JsonApiError } from '#services/platform/json-api/errors.ts';

/** One line for the operator. A failed query shows the database's message without the values. */
export function describeFailure(error: unknown): string {
  if (error instanceof DataDirectoryInUseError) {
    return `The data directory ${error.directory} is in use, and the embedded database accepts one process at a time: stop the services, run this command again, then start the services`;
  }
  if (
    error instanceof DataDirectoryError ||
    error instanceof DatabaseUnavailableError ||
    error instanceof JsonApiError ||
    error instanceof LoyaltyApiError ||
    error instanceof NotEnoughPointsError
  ) {
    return error.message;
  }
  if (isDatabaseUnavailable(error)) {
    return 'Lost the connection to the database. Check whether the change was made before you try again';
  }
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cause instanceof Error ? (cause.message.split('\n')[0] ?? cause.name) : String(cause);
}
