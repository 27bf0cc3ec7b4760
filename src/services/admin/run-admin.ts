import { CommanderError } from '@commander-js/extra-typings';
import { LoyaltyApiError } from '#services/loyalty/http/error-response.ts';
import { NotEnoughPointsError } from '#services/loyalty/points/spend-points.ts';
import { DataDirectoryError, DataDirectoryInUseError } from '#services/platform/data-directory.ts';
import { DatabaseUnavailableError } from '#services/platform/database/database.ts';
import { isDatabaseUnavailable } from '#services/platform/database/unavailable.ts';
import { JsonApiError } from '#services/platform/json-api/errors.ts';
import { OperatorError } from '#services/platform/operator-error.ts';
import { createAdminCommand } from './admin-command.ts';
import type { AdminContext } from './admin-context.ts';

/** Exit codes, as shells know them. */
const [DONE, FAILED, MISUSED] = [0, 1, 2];

/**
 * Runs one command to its end.
 * @param words what stands behind `npm run admin --`.
 * @returns the exit code: 0 done, 1 refused or failed with one line that says why, 2 not understood.
 */
export async function runAdmin(words: readonly string[], context: AdminContext): Promise<number> {
  try {
    await createAdminCommand(context).parseAsync(words, { from: 'user' });
    return DONE;
  } catch (error) {
    // What was wrong with the words has been told already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : MISUSED;
    context.terminal.say(`error: ${describeFailure(error)}`);
    return FAILED;
  }
}

/** One line for the operator; of a failed query only what the database said, not its values. */
function describeFailure(error: unknown): string {
  if (error instanceof DataDirectoryInUseError) {
    return `The data directory ${error.directory} is in use, and the embedded database accepts one process at a time: stop the services, run this again, and start them`;
  }
  if (
    error instanceof OperatorError ||
    error instanceof DataDirectoryError ||
    error instanceof DatabaseUnavailableError ||
    error instanceof JsonApiError ||
    error instanceof LoyaltyApiError ||
    error instanceof NotEnoughPointsError
  ) {
    return error.message;
  }
  if (isDatabaseUnavailable(error)) {
    return 'The database went away; look at what is there before you repeat this';
  }
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cause instanceof Error ? (cause.message.split('\n')[0] ?? cause.name) : String(cause);
}
