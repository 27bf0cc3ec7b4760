import { userInfo } from 'node:os';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import { currentContext, identifyCaller } from '#services/platform/context.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { toSnakeCase } from '#services/platform/operator-error.ts';
import type { AdminContext, AdminServices } from './admin-context.ts';

/** Subcommands that change nothing. */
const READING = new Set(['list', 'show', 'log', 'export', 'test']);
/** The types of what commands are about, where they aren't the command's name without its last s. */
const SUBJECT_TYPES: Record<string, string> = { people: 'user', activities: 'activity' };
/** Options that say how a command runs, not what it changes. */
const UNRECORDED = new Set(['yes', 'json', 'generatePassword']);

interface Transaction {
  tx: Queries;
  commit(): Promise<void>;
  rollback(error: unknown): Promise<void>;
}

/**
 * Runs a changing command in one transaction, which also writes its audit event (decisions.md, 47).
 * Changes of keys are in files and in batches, so their event follows them.
 */
export function createCommandTransaction(open: AdminContext['open']) {
  let command: CommandUnknownOpts | undefined;
  let services: AdminServices | undefined;
  let transaction: Transaction | undefined;

  return {
    /** Called before the command runs. */
    describe(action: CommandUnknownOpts): void {
      command = action;
      const id = `${action.parent?.name()} ${action.name()}`;
      identifyCaller({ actor: { kind: 'command', id, name: userInfo().username } });
    },
    async open(...options: Parameters<AdminContext['open']>): Promise<AdminServices> {
      services = await open(...options);
      if (!command || READING.has(command.name()) || command.parent?.name() === 'keys') {
        return services;
      }
      transaction ??= await begin(services.db);
      // A transaction has everything of a database that commands use.
      return { ...services, db: transaction.tx as Database };
    },
    async commit(): Promise<void> {
      const isChange = command !== undefined && !READING.has(command.name());
      const db = transaction?.tx ?? services?.db;
      if (command && isChange && db && !currentContext().hasRecorded) {
        await recordAudit(db, toEvent(command));
      }
      await transaction?.commit();
    },
    async rollback(error: unknown): Promise<void> {
      await transaction?.rollback(error);
    },
  };
}

/** Opens a transaction that stays open until it is committed or rolled back. */
async function begin(db: Database): Promise<Transaction> {
  const opened = Promise.withResolvers<Queries>();
  const ended = Promise.withResolvers<void>();
  const finished = db.transaction(async (tx) => {
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

/** The event of a command that recorded none: its argument and the options given. */
function toEvent(command: CommandUnknownOpts) {
  const group = command.parent?.name() ?? '';
  const type = (SUBJECT_TYPES[group] ?? group.replace(/s$/, '')).replaceAll('-', '_');
  const options = Object.entries(command.opts()).filter(([name]) => !UNRECORDED.has(name));
  const values = Object.fromEntries(options.map(([name, value]) => [toSnakeCase(name), value]));
  const { team, program } = command.opts() as { team?: number; program?: string };
  const [argument] = command.args;
  const ownTeam = group === 'teams' || group === 'connections' ? Number(argument) : Number.NaN;
  return {
    action: `${type}.${command.name().replaceAll('-', '_')}` as const,
    subject: { type, id: argument ?? program ?? group },
    changes: changesBetween({}, values),
    teamId: team ?? (Number.isSafeInteger(ownTeam) ? ownTeam : undefined),
    ...(program === undefined ? {} : { partnerId: program }),
  };
}
