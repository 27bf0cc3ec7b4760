import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { currentContext, operatorName, updateContext } from '#services/platform/context.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { OperatorError } from '#services/platform/operator-error.ts';
import type { AdminContext, AdminServices } from './admin-context.ts';
import type { SubjectRow } from './command-subjects.ts';

interface Transaction {
  tx: Queries;
  commit(): Promise<void>;
  rollback(error: unknown): Promise<void>;
}

/**
 * Runs a changing command in one transaction, which also writes its audit event (decisions.md, 47):
 * what differs in its subject, and without one the options. Commands of keys, which also change files,
 * have their own transactions and events.
 */
export function createCommandTransaction(open: AdminContext['open']) {
  let command: CommandUnknownOpts | undefined;
  let services: AdminServices | undefined;
  let transaction: Transaction | undefined;
  let before: SubjectRow | undefined;

  return {
    /** Called before the command runs. */
    describe(action: CommandUnknownOpts): void {
      command = action;
      const id = `${action.parent?.name()} ${action.name()}`;
      updateContext({ actor: { kind: 'command', id, name: operatorName() } });
    },
    async read(...options: Parameters<AdminContext['open']>): Promise<AdminServices> {
      services = await open(...options);
      return services;
    },
    async open({ isNew = false }: { isNew?: boolean } = {}): Promise<AdminServices> {
      services ??= await open();
      if (!transaction) {
        transaction = await begin(services.db);
        if (command && !isNew) {
          const { findSubjectOf } = await loadRecording();
          before = await findSubjectOf(transaction.tx, command);
        }
      }
      // A transaction has everything of a database that commands use.
      return { ...services, db: transaction.tx as Database };
    },
    isOpen: () => transaction !== undefined,
    /** @returns false if the command was to change something, and nothing changed */
    async commit(): Promise<boolean> {
      let hasChanged = true;
      if (command && transaction && !currentContext().hasRecorded) {
        const { recordCommand } = await loadRecording();
        hasChanged = await recordCommand(transaction.tx, command, before);
      }
      await transaction?.commit();
      return hasChanged;
    },
    async rollback(error: unknown): Promise<void> {
      await transaction?.rollback(error);
    },
  };
}

/** Loaded on demand: the tables of all subjects pull in most of the services. */
function loadRecording() {
  return import('./record-command.ts');
}

/** Opens a transaction that stays open until it is committed or rolled back. */
async function begin(db: Database): Promise<Transaction> {
  const opened = Promise.withResolvers<Queries>();
  const ended = Promise.withResolvers<void>();
  let isRepeated = false;
  const finished = db.transaction(async (tx) => {
    // The command has run already, and its statements are lost.
    if (isRepeated)
      throw new OperatorError('Something else was changed at the same time; try again');
    isRepeated = true;
    opened.resolve(tx);
    await ended.promise;
  });
  finished.catch(opened.reject);
  return {
    tx: await opened.promise,
    async commit() {
      ended.resolve();
      await finished;
    },
    async rollback(error) {
      ended.reject(error);
      await finished.catch(() => undefined);
    },
  };
}
