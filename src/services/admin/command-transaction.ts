import { userInfo } from 'node:os';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import { currentContext, identifyCaller } from '#services/platform/context.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { toSnakeCase } from '#services/platform/operator-error.ts';
import type { AdminContext, AdminServices } from './admin-context.ts';
import { type CommandTarget, findCommandSubject, type SubjectRow } from './command-subjects.ts';

/** Subcommands that change nothing. */
const READING = new Set(['list', 'show', 'log', 'export', 'test']);
/** The types of what commands are about, where they aren't the command's name without its last s. */
const SUBJECT_TYPES: Record<string, string> = {
  people: 'user',
  activities: 'activity',
  points: 'member',
};
/** What actions begin with, where it isn't the type of the subject. */
const ACTION_PREFIXES: Record<string, string> = { points: 'points' };
/** Options that say how a command runs, not what it changes. */
const UNRECORDED = new Set(['yes', 'json', 'generatePassword', 'program']);

interface Transaction {
  tx: Queries;
  commit(): Promise<void>;
  rollback(error: unknown): Promise<void>;
}

/**
 * Runs a changing command in one transaction, which also writes its audit event (decisions.md, 47):
 * what differs in its subject, and without one the options. Commands of keys, which also change files,
 * have transactions and events of their own.
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
      identifyCaller({ actor: { kind: 'command', id, name: userInfo().username } });
    },
    async open(...options: Parameters<AdminContext['open']>): Promise<AdminServices> {
      services = await open(...options);
      if (!command || READING.has(command.name()) || command.parent?.name() === 'keys') {
        return services;
      }
      if (!transaction) {
        transaction = await begin(services.db);
        const isNew = command.name() === 'create' && command.parent?.name() !== 'connections';
        before = isNew ? undefined : await findCommandSubject(transaction.tx, targetOf(command));
      }
      // A transaction has everything of a database that commands use.
      return { ...services, db: transaction.tx as Database };
    },
    async commit(): Promise<void> {
      if (command && transaction && !currentContext().hasRecorded) {
        const after = await findCommandSubject(transaction.tx, targetOf(command), before?.id);
        await recordAudit(transaction.tx, toEvent(command, before, after));
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

function targetOf(command: CommandUnknownOpts): CommandTarget {
  const { team, program } = command.opts() as { team?: number; program?: string };
  const [argument = ''] = command.args;
  return { group: command.parent?.name() ?? '', argument, team, program };
}

/** The event of a command that recorded none of its own. */
function toEvent(
  command: CommandUnknownOpts,
  before: SubjectRow | undefined,
  after: SubjectRow | undefined,
) {
  const { group, argument, team, program } = targetOf(command);
  const type = (SUBJECT_TYPES[group] ?? group.replace(/s$/, '')).replaceAll('-', '_');
  const found = after ?? before;
  const ownTeam = group === 'teams' || group === 'connections' ? Number(found?.id) : Number.NaN;
  const partnerId = group === 'programs' ? argument : program;
  return {
    action: `${ACTION_PREFIXES[group] ?? type}.${command.name().replaceAll('-', '_')}` as const,
    subject: { type, id: found?.id ?? argument, name: found?.name },
    changes: found
      ? changesBetween(before?.fields ?? {}, after?.fields ?? {})
      : changesBetween({}, { ...otherArguments(command), ...recordedOptions(command) }),
    teamId: team ?? (Number.isSafeInteger(ownTeam) ? ownTeam : undefined),
    ...(partnerId === undefined ? {} : { partnerId }),
  };
}

/** The arguments after the first one, by their names. */
function otherArguments({ registeredArguments, processedArgs }: CommandUnknownOpts) {
  const named = registeredArguments.map((argument, index) => [
    argument.name(),
    processedArgs[index],
  ]);
  return Object.fromEntries(named.slice(1)) as Record<string, unknown>;
}

function recordedOptions(command: CommandUnknownOpts): Record<string, unknown> {
  const options = Object.entries(command.opts()).filter(([name]) => !UNRECORDED.has(name));
  return Object.fromEntries(options.map(([name, value]) => [toSnakeCase(name), value]));
}
