import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { toSnakeCase } from '#services/platform/operator-error.ts';
import { type CommandTarget, findCommandSubject, type SubjectRow } from './command-subjects.ts';

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

/** What a command is about, before it runs. */
export function findSubjectOf(
  tx: Queries,
  command: CommandUnknownOpts,
): Promise<SubjectRow | undefined> {
  return findCommandSubject(tx, targetOf(command));
}

/** Records the event of a command that didn't record one itself. */
export async function recordCommand(
  tx: Queries,
  command: CommandUnknownOpts,
  before: SubjectRow | undefined,
): Promise<void> {
  const after = await findCommandSubject(tx, targetOf(command), before?.id);
  await recordAudit(tx, toEvent(command, before, after));
}

function targetOf(command: CommandUnknownOpts): CommandTarget {
  const { team, program } = command.opts() as { team?: number; program?: string };
  const [argument = ''] = command.args;
  return { group: command.parent?.name() ?? '', argument, team, program };
}

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
    // What an operator does to a user is among the user's security events.
    ...(group === 'people' && found ? { userId: Number(found.id) } : {}),
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
