import type { Command, OptionValues } from '@commander-js/extra-typings';
import type { AdminServices, CommandContext } from './admin-context.ts';

type Displayed = Readonly<Record<string, unknown>>;

/** What a command runs, with its arguments and its options. */
type Work<Args extends unknown[], Opts extends OptionValues, Result> = (
  services: AdminServices,
  ...parameters: [...Args, Opts]
) => Promise<Result>;

/** The actions of commands that list, show, change and delete something. */
export function createCrud({ read, change, report, terminal }: CommandContext) {
  return {
    list<Args extends unknown[], Opts extends OptionValues, Row extends object>(
      command: Command<Args, Opts>,
      find: Work<Args, Opts, Row[]>,
      toDisplayed?: (row: Row) => Displayed,
    ): void {
      command.action(async (...parameters) => {
        report.list(
          await find(await read(), ...withoutCommand<Args, Opts>(parameters)),
          toDisplayed,
        );
      });
    },

    /** Prints the row that is read. */
    show<Args extends unknown[], Opts extends OptionValues, Row extends object>(
      command: Command<Args, Opts>,
      find: Work<Args, Opts, Row>,
      toDisplayed?: (row: Row) => Displayed,
    ): void {
      command.action(async (...parameters) => {
        report.record(
          await find(await read(), ...withoutCommand<Args, Opts>(parameters)),
          toDisplayed,
        );
      });
    },

    /** Creates or updates something in a transaction, and prints the row or the sentence that `work` returns. */
    change<Args extends unknown[], Opts extends OptionValues, Row extends object>(
      command: Command<Args, Opts>,
      work: Work<Args, Opts, Row | string>,
      toDisplayed?: (row: Row) => Displayed,
    ): void {
      command.action(async (...parameters) => {
        const given = withoutCommand<Args, Opts>(parameters);
        const result = await change((services) => work(services, ...given));
        if (typeof result === 'string') report.message(result);
        else report.record(result, toDisplayed);
      });
    },

    /** Asks first, deletes in a transaction, and prints the sentence that `work` returns. */
    delete<Args extends unknown[], Opts extends OptionValues>(
      command: Command<Args, Opts>,
      question: (...parameters: [...Args, Opts]) => string,
      work: Work<Args, Opts, string>,
    ): void {
      command.option('-y, --yes', 'Skip the confirmation').action(async (...parameters) => {
        const given = withoutCommand<Args, Opts>(parameters);
        const options = given.at(-1) as { yes?: true };
        if (!options.yes) await terminal.confirm(question(...given));
        report.message(await change((services) => work(services, ...given)));
      });
    },
  };
}

/** Commander appends the command to the arguments and the options. */
function withoutCommand<Args extends unknown[], Opts>(parameters: unknown[]): [...Args, Opts] {
  return parameters.slice(0, -1) as [...Args, Opts];
}
