import { CommanderError } from '@commander-js/extra-typings';
import { LoyaltyApiError } from '#services/loyalty/http/error-response.ts';
import { NotEnoughPointsError } from '#services/loyalty/points/spend-points.ts';
import { runInContext } from '#services/platform/context.ts';
import { DataDirectoryError, DataDirectoryInUseError } from '#services/platform/data-directory.ts';
import { DatabaseUnavailableError } from '#services/platform/database/database.ts';
import { isDatabaseUnavailable } from '#services/platform/database/unavailable.ts';
import { JsonApiError } from '#services/platform/json-api/errors.ts';
import { OperatorError } from '#services/platform/operator-error.ts';
import { createAdminCommand } from './admin-command.ts';
import type { AdminContext } from './admin-context.ts';
import { createCommandTransaction } from './command-transaction.ts';

/** Exit codes. */
const [SUCCESS, FAILED, USAGE_ERROR] = [0, 1, 2];

/**
 * Runs one command.
 * @param args the command line after `npm run admin --`.
 * @returns the exit code: 0 success, 1 rejected or failed (one line says why), 2 usage error.
 */
export async function runAdmin(args: readonly string[], context: AdminContext): Promise<number> {
  return runInContext({}, () => run(args, context));
}

async function run(args: readonly string[], context: AdminContext): Promise<number> {
  const transaction = createCommandTransaction(context.open);
  try {
    await createAdminCommand({ ...context, open: transaction.open })
      .hook('preAction', (_command, action) => transaction.describe(action))
      .parseAsync(args, { from: 'user' });
    await transaction.commit();
    return SUCCESS;
  } catch (error) {
    await transaction.rollback(error);
    // Commander has already printed the usage error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? SUCCESS : USAGE_ERROR;
    context.terminal.printMessage(`error: ${describeFailure(error)}`);
    return FAILED;
  }
}

/** One line for the operator. A failed query shows the database's message without the values. */
function describeFailure(error: unknown): string {
  if (error instanceof DataDirectoryInUseError) {
    return `The data directory ${error.directory} is in use, and the embedded database accepts one process at a time: stop the services, run this command again, then start the services`;
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
    return 'Lost the connection to the database. Check whether the change was made before you try again';
  }
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cause instanceof Error ? (cause.message.split('\n')[0] ?? cause.name) : String(cause);
}
