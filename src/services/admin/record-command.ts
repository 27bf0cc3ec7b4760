import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { AuditChange } from '#services/platform/audit/audit-events-table.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { toSnakeCase } from '#services/platform/operator-error.ts';
import { type CommandTarget, findCommandSubject, type SubjectRow } from './command-subjects.ts';

/** The types of what commands are about, where they aren't the command's name without its last s. */
const SUBJECT_TYPES: Record<string, string> = {
  people: 'user',
  activities: 'activity',
};
/** Subcommands that changed nothing if they recorded no event and no field of their subject differs. */
const UPDATING = new Set([
  'update',
  'rename',
  'grant',
  'reset-factors',
  'pause',
  'resume',
  'archive',
  'restore',
  'earn',
  'approve',
  'reject',
  'erase',
]);
/** Options that say how a command runs, not what it changes. */
const UNRECORDED = new Set(['yes', 'json', 'generatePassword', 'program']);

/** The subject of a command, before it runs. */
export function findSubjectOf(
  tx: Queries,
  command: CommandUnknownOpts,
): Promise<SubjectRow | undefined> {
  return findCommandSubject(tx, targetOf(command));
}

/**
 * Records the event of a command that didn't record one itself.
 * @returns false if it changed nothing
 */
export async function recordCommand(
  tx: Queries,
  command: CommandUnknownOpts,
  before: SubjectRow | undefined,
): Promise<boolean> {
  const after = await findCommandSubject(tx, targetOf(command), before?.id);
  const changes = changesBetween(before?.fields ?? {}, after?.fields ?? {});
  if (UPDATING.has(command.name()) && changes.length === 0) return false;
  await recordAudit(tx, toEvent(command, after ?? before, changes));
  return true;
}

function targetOf(command: CommandUnknownOpts): CommandTarget {
  const { team, program } = command.opts() as { team?: number; program?: string };
  const [argument = ''] = command.args;
  return { group: command.parent?.name() ?? '', argument, team, program };
}

function toEvent(
  command: CommandUnknownOpts,
  found: SubjectRow | undefined,
  changes: AuditChange[],
) {
  const { group, argument, team, program } = targetOf(command);
  const type = (SUBJECT_TYPES[group] ?? group.replace(/s$/, '')).replaceAll('-', '_');
  const ownTeam = group === 'teams' || group === 'connections' ? Number(found?.id) : Number.NaN;
  const partnerId = group === 'programs' ? argument : program;
  return {
    action: `${type}.${command.name().replaceAll('-', '_')}` as const,
    subject: { type, id: found?.id ?? argument, name: found?.name },
    changes: found ? changes : changesBetween({}, recordedOptions(command)),
    teamId: team ?? (Number.isSafeInteger(ownTeam) ? ownTeam : undefined),
    ...(partnerId === undefined ? {} : { partnerId }),
    // What an operator does to a user is among the user's security events.
    ...(group === 'people' && found ? { userId: Number(found.id) } : {}),
  };
}

function recordedOptions(command: CommandUnknownOpts): Record<string, unknown> {
  const options = Object.entries(command.opts()).filter(([name]) => !UNRECORDED.has(name));
  return Object.fromEntries(options.map(([name, value]) => [toSnakeCase(name), value]));
}
