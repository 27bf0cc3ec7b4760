import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import {
  currentContext,
  operatorName,
  runInContext,
  updateContext,
} from '#services/platform/context.ts';
import type { Database } from '#services/platform/database/database.ts';
import { OperatorError } from '#services/platform/operator-error.ts';
import { createAdminCommand } from './admin-command.ts';
import type { AdminContext, AdminServices, CommandContext } from './admin-context.ts';
import type { Terminal } from './terminal.ts';

/** Exit codes. */
const [SUCCESS, FAILED, USAGE_ERROR] = [0, 1, 2];

/**
 * Runs one command. Instead of its messages, a command that changed nothing says so.
 * @param args the command line after `npm run admin --`.
 * @returns the exit code: 0 success, 1 rejected or failed (one line says why), 2 usage error.
 */
export async function runAdmin(args: readonly string[], context: AdminContext): Promise<number> {
  return runInContext({}, () => run(args, context));
}

async function run(args: readonly string[], context: AdminContext): Promise<number> {
  let services: AdminServices | undefined;
  let hasRun = false;
  const read: CommandContext['read'] = async (...options) => {
    services = await context.open(...options);
    return services;
  };
  const change: CommandContext['change'] = async (work) => {
    const { db, ...others } = services ?? (await read());
    // A transaction has everything of a database that commands use.
    const result = await db.transaction((tx) => work({ ...others, db: tx as Database }));
    hasRun = true;
    return result;
  };
  const isUnchanged = () => hasRun && !currentContext().hasRecorded;
  const terminal: Terminal = {
    ...context.terminal,
    printMessage: (text) => {
      if (!isUnchanged()) context.terminal.printMessage(text);
    },
  };
  try {
    const name = args.find((argument) => !argument.startsWith('-'));
    const command = await createAdminCommand({ ...context, terminal, read, change }, name);
    await command
      .hook('preAction', (_command, action) => setActor(action))
      .parseAsync(args, { from: 'user' });
    if (isUnchanged()) context.terminal.printMessage('Nothing changed.');
    return SUCCESS;
  } catch (error) {
    // Commander has already printed the usage error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? SUCCESS : USAGE_ERROR;
    context.terminal.printMessage(`error: ${await toLine(error)}`);
    return FAILED;
  }
}

/** What the command does is recorded as done by it. */
function setActor(command: CommandUnknownOpts): void {
  const id = `${command.parent?.name()} ${command.name()}`;
  updateContext({ actor: { kind: 'command', id, name: operatorName() } });
}

async function toLine(error: unknown): Promise<string> {
  if (error instanceof OperatorError) return error.message;
  // Loads the errors of all services, which this most common one doesn't need.
  const { describeFailure } = await import('./describe-failure.ts');
  return describeFailure(error);
}
