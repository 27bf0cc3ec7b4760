import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import { isStorable } from '#contract/text.ts';
import type { AdminContext, CommandContext } from '#services/admin/admin-context.ts';
import { createCrud } from '#services/admin/crud-commands.ts';
import {
  PROGRAM_OPTION,
  parseDecimal,
  parseInteger,
  parseOnOff,
  withoutUndefined,
} from '#services/admin/options.ts';
import { listActivities, toActivityDocument } from '#services/loyalty/activities/activities.ts';
import {
  createActivity,
  getActivity,
  updateActivity,
} from '#services/loyalty/activities/manage-activities.ts';
import { getProgram } from '#services/loyalty/programs/manage-programs.ts';
import { OperatorError } from '#services/platform/operator-error.ts';

export function addActivityCommands(activities: CommandUnknownOpts, admin: CommandContext): void {
  const { change, report } = admin;
  const crud = createCrud(admin);
  addSettingsOptions(activities.command('create <activity-id>'))
    .description('Create an activity from a file, from options, or from both')
    .requiredOption(...PROGRAM_OPTION)
    .action(async (activityId, { program: partnerId, ...options }) => {
      const settings = await readSettings(admin, options);
      const row = await change(async ({ db, clock }) => {
        const program = await getProgram(db, partnerId);
        return createActivity(db, program, { activityId, settings }, clock.now());
      });
      report.record(toActivityDocument(row, undefined));
    });

  crud.list(
    activities
      .command('list')
      .description('List the activities of a program')
      .requiredOption(...PROGRAM_OPTION),
    async ({ db }, { program }) => {
      const { id } = await getProgram(db, program);
      const rows = await listActivities(db, id, { offset: 0, limit: LIST_MAX });
      return rows.map((row) => toActivityDocument(row, undefined));
    },
    toListRow,
  );

  crud.show(
    activities
      .command('show <activity-id>')
      .description('Show an activity with its rules')
      .requiredOption(...PROGRAM_OPTION),
    async ({ db }, activityId, { program }) => {
      const { id } = await getProgram(db, program);
      return toActivityDocument(await getActivity(db, id, activityId), undefined);
    },
  );

  const update = (
    action: 'update' | 'archive' | 'restore',
    partnerId: string,
    input: Parameters<typeof updateActivity>[3],
  ) =>
    change(async ({ db, clock }) => {
      const program = await getProgram(db, partnerId);
      return updateActivity(db, program, `activity.${action}`, input, clock.now());
    });

  addSettingsOptions(activities.command('update <activity-id>'))
    .description('Change the given settings, from the next time that points are earned')
    .requiredOption(...PROGRAM_OPTION)
    .action(async (activityId, { program: partnerId, ...options }) => {
      const settings = await readSettings(admin, options);
      const row = await update('update', partnerId, { activityId, settings });
      report.record(toActivityDocument(row, undefined));
    });

  for (const [subcommand, description, isActive, outcome] of [
    [
      'archive',
      'Archive an activity: members can no longer earn points with it',
      false,
      'members can no longer earn points with it',
    ],
    ['restore', 'Restore an archived activity', true, 'members can earn points with it again'],
  ] as const) {
    activities
      .command(`${subcommand} <activity-id>`)
      .description(description)
      .requiredOption(...PROGRAM_OPTION)
      .action(async (activityId, { program: partnerId }) => {
        const settings = { is_active: isActive };
        await update(subcommand, partnerId, { activityId, settings });
        report.message(`${activityId}: ${outcome}.`);
      });
  }
}

/** More than any program has: the command lists all of them on one page. */
const LIST_MAX = 100_000;

function addSettingsOptions(command: Command<[string]>) {
  return command
    .option('--file <json>', 'JSON file with settings as in the API; - for stdin')
    .option('--name <name>', 'Name of the activity')
    .option('--points <points>', 'Fixed points', parseInteger)
    .option('--multiplier <number>', 'Points per unit', parseDecimal)
    .option('--attribute <name>', 'The custom attribute of the member that is multiplied')
    .option('--rules <json>', 'JSON file with the list of rules; - for stdin')
    .option('--approval <method>', 'When points are granted: immediate or manual')
    .option('--active <on|off>', 'Whether members can earn points with it', parseOnOff);
}

interface SettingsOptions {
  file?: string | undefined;
  name?: string | undefined;
  points?: number | undefined;
  multiplier?: number | undefined;
  attribute?: string | undefined;
  rules?: string | undefined;
  approval?: string | undefined;
  active?: boolean | undefined;
}

/** Settings with the field names of the API. Options override the file. */
async function readSettings(
  context: Pick<AdminContext, 'terminal' | 'workingDirectory'>,
  options: SettingsOptions,
): Promise<object> {
  const { file, name, rules, approval, active } = options;
  const settings = {
    ...(file === undefined ? {} : requireObject(await readJson(context, file), file)),
    ...withoutUndefined({
      activity_name: name,
      points_config: toPointsConfig(options),
      rules_config: rules === undefined ? undefined : await readJson(context, rules),
      approval_method: approval,
      is_active: active,
    }),
  };
  if (Object.keys(settings).length === 0) {
    throw new OperatorError(
      'Nothing to set: give at least one option or a file (--help lists them)',
    );
  }
  return settings;
}

function requireObject(value: unknown, file: string): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new OperatorError(`${file}: Must be a JSON object`);
}

function toPointsConfig({ points, multiplier, attribute }: SettingsOptions): object | undefined {
  if (points !== undefined && (multiplier !== undefined || attribute !== undefined)) {
    throw new OperatorError('Use --points or --multiplier, not both');
  }
  if (points !== undefined) return { points_computation_type: 'fixed_points', points };
  if (multiplier === undefined) {
    if (attribute === undefined) return undefined;
    throw new OperatorError('--attribute requires --multiplier');
  }
  return {
    points_computation_type: 'multiplier_based',
    multiplier,
    attribute_to_multiply: attribute ?? null,
  };
}

type ActivityDocument = ReturnType<typeof toActivityDocument>;

function toListRow({
  activity_id,
  activity_name,
  is_active,
  approval_method,
  points_config,
  rules_config,
}: ActivityDocument) {
  return {
    activity_id,
    activity_name,
    is_active,
    approval_method,
    points: points_config?.points ?? `× ${points_config?.multiplier}`,
    rules: rules_config?.length ?? 0,
  };
}

/**
 * Reads a JSON file, or stdin if the file is `-`.
 * @throws {OperatorError} if it can't be read, is not JSON, or has a character that can't be stored.
 */
async function readJson(
  { terminal, workingDirectory }: Pick<AdminContext, 'terminal' | 'workingDirectory'>,
  file: string,
): Promise<unknown> {
  const text =
    file === '-' ? await terminal.readInput() : readFile(resolve(workingDirectory, file), file);
  try {
    return JSON.parse(text, (name, value: unknown) => {
      if (!isStorable(name) || (typeof value === 'string' && !isStorable(value))) {
        throw new Error('it contains a character that cannot be stored');
      }
      return value;
    });
  } catch (error) {
    throw new OperatorError(`${file}: Is not JSON (${(error as Error).message})`);
  }
}

function readFile(path: string, file: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new OperatorError(`${file}: Can't be read (${(error as Error).message})`);
  }
}
