import { CommanderError } from '@commander-js/extra-typings';
import { runInContext } from '#services/platform/context.ts';
import { OperatorError } from '#services/platform/operator-error.ts';
import { createAdminCommand } from './admin-command.ts';
import type { AdminContext } from './admin-context.ts';
import { createCommandTransaction } from './command-transaction.ts';
import type { Terminal } from './terminal.ts';

/** Exit codes. */
const [SUCCESS, FAILED, USAGE_ERROR] = [0, 1, 2];

/**
 * Runs one command. What a change prints, such as a new secret, is printed once it is committed. Instead of
 * its messages, a command that changed nothing says so.
 * @param args the command line after `npm run admin --`.
 * @returns the exit code: 0 success, 1 rejected or failed (one line says why), 2 usage error.
 */
export async function runAdmin(args: readonly string[], context: AdminContext): Promise<number> {
  return runInContext({}, () => run(args, context));
}

async function run(args: readonly string[], context: AdminContext): Promise<number> {
  const transaction = createCommandTransaction(context.open);
  const output: [stream: 'print' | 'printMessage', text: string][] = [];
  const write = (...[stream, text]: (typeof output)[number]) => {
    if (transaction.isOpen()) output.push([stream, text]);
    else context.terminal[stream](text);
  };
  const ask = async <Input>(read: () => Promise<Input>): Promise<Input> => {
    if (transaction.isOpen()) throw new Error('A command asked during its transaction');
    return read();
  };
  const terminal: Terminal = {
    ...context.terminal,
    print: (text) => write('print', text),
    printMessage: (text) => write('printMessage', text),
    askSecret: (...question) => ask(() => context.terminal.askSecret(...question)),
    confirm: (question) => ask(() => context.terminal.confirm(question)),
    readInput: () => ask(() => context.terminal.readInput()),
  };
  try {
    const name = args.find((argument) => !argument.startsWith('-'));
    const { read, open } = transaction;
    const command = await createAdminCommand({ ...context, terminal, read, open }, name);
    await command
      .hook('preAction', (_command, action) => transaction.describe(action))
      .parseAsync(args, { from: 'user' });
    const hasChanged = await transaction.commit();
    for (const [stream, text] of output) {
      if (hasChanged || stream === 'print') context.terminal[stream](text);
    }
    if (!hasChanged) context.terminal.printMessage('Nothing changed.');
    return SUCCESS;
  } catch (error) {
    await transaction.rollback(error);
    // Commander has already printed the usage error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? SUCCESS : USAGE_ERROR;
    context.terminal.printMessage(`error: ${await toLine(error)}`);
    return FAILED;
  }
}

async function toLine(error: unknown): Promise<string> {
  if (error instanceof OperatorError) return error.message;
  // Loads the errors of all services, which this most common one doesn't need.
  const { describeFailure } = await import('./describe-failure.ts');
  return describeFailure(error);
}
