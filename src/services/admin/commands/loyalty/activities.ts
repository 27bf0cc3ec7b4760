import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Admin, AdminContext } from '#services/admin/admin-context.ts';
import { decimal, given, integer, onOrOff, PROGRAM } from '#services/admin/options.ts';
import { readJson } from '#services/admin/read-json.ts';
import { listActivities } from '#services/loyalty/activities/activities-store.ts';
import { toActivityDocument } from '#services/loyalty/activities/activity-document.ts';
import {
  createActivity,
  getActivity,
  updateActivity,
} from '#services/loyalty/activities/manage-activities.ts';
import { getProgram } from '#services/loyalty/programs/manage-programs.ts';
import { OperatorError } from '#services/platform/operator-error.ts';

/** `activities`: what members earn points by. */
export function addActivities(parent: CommandUnknownOpts, admin: Admin): void {
  const { open, report } = admin;
  const activities = parent.command('activities').description('what members earn points by');

  withSettings(activities.command('create <activity-id>'))
    .description('create an activity, of a file, of options, or of both')
    .requiredOption(...PROGRAM)
    .action(async (activityId, { program: partnerId, ...options }) => {
      const settings = await settingsOf(admin, options);
      const { db, clock } = await open();
      const { id } = await getProgram(db, partnerId);
      const row = await createActivity(db, id, { activityId, settings }, clock.now());
      report.one(toActivityDocument(row, undefined));
    });

  activities
    .command('list')
    .description('the activities of a program')
    .requiredOption(...PROGRAM)
    .action(async ({ program: partnerId }) => {
      const { db } = await open();
      const { id } = await getProgram(db, partnerId);
      const rows = await listActivities(db, id, { offset: 0, limit: LIST_MAX });
      report.list(
        rows.map((row) => toActivityDocument(row, undefined)),
        asListed,
      );
    });

  activities
    .command('show <activity-id>')
    .description('one activity with its rules')
    .requiredOption(...PROGRAM)
    .action(async (activityId, { program: partnerId }) => {
      const { db } = await open();
      const { id } = await getProgram(db, partnerId);
      report.one(toActivityDocument(await getActivity(db, id, activityId), undefined));
    });

  const change = async (partnerId: string, activityId: string, settings: object) => {
    const { db, clock } = await open();
    const { id } = await getProgram(db, partnerId);
    return updateActivity(db, id, { activityId, settings }, clock.now());
  };

  withSettings(activities.command('update <activity-id>'))
    .description('change what is given of an activity, from the next earning on')
    .requiredOption(...PROGRAM)
    .action(async (activityId, { program: partnerId, ...options }) => {
      const settings = await settingsOf(admin, options);
      const row = await change(partnerId, activityId, settings);
      report.one(toActivityDocument(row, undefined));
    });

  for (const [verb, isActive, outcome] of [
    ['archive', false, 'nobody earns by it any more'],
    ['restore', true, 'members can earn by it'],
  ] as const) {
    activities
      .command(`${verb} <activity-id>`)
      .description(`${verb} an activity: ${outcome}`)
      .requiredOption(...PROGRAM)
      .action(async (activityId, { program: partnerId }) => {
        await change(partnerId, activityId, { is_active: isActive });
        report.done(`${activityId}: ${outcome}.`);
      });
  }
}

/** More than any program has; a list is a page of the API without an end. */
const LIST_MAX = 100_000;

function withSettings(command: Command<[string]>) {
  return command
    .option('--file <json>', 'settings by the names of the API; - is stdin')
    .option('--name <name>', 'what it is called')
    .option('--points <points>', 'fixed points', integer)
    .option('--multiplier <number>', 'points for each unit of what is done', decimal)
    .option('--attribute <name>', "the member's attribute that the multiplier multiplies")
    .option('--rules <json>', 'a file with the list of its rules; - is stdin')
    .option('--approval <method>', 'immediate or manual')
    .option('--active <on|off>', 'whether members can earn by it', onOrOff);
}

interface Settings {
  file?: string | undefined;
  name?: string | undefined;
  points?: number | undefined;
  multiplier?: number | undefined;
  attribute?: string | undefined;
  rules?: string | undefined;
  approval?: string | undefined;
  active?: boolean | undefined;
}

/** Settings by the names of the API: those of the file, and over them those of the options. */
async function settingsOf(context: AdminContext, options: Settings): Promise<object> {
  const { file, name, rules, approval, active } = options;
  const settings = {
    ...(file === undefined ? {} : fieldsOf(await readJson(context, file), file)),
    ...given({
      activity_name: name,
      points_config: pointsConfigOf(options),
      rules_config: rules === undefined ? undefined : await readJson(context, rules),
      approval_method: approval,
      is_active: active,
    }),
  };
  if (Object.keys(settings).length === 0) {
    throw new OperatorError('Name at least one setting, or a file of them; --help lists them');
  }
  return settings;
}

function fieldsOf(value: unknown, file: string): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new OperatorError(`${file}: Takes one JSON object`);
}

function pointsConfigOf({ points, multiplier, attribute }: Settings): object | undefined {
  if (points !== undefined && (multiplier !== undefined || attribute !== undefined)) {
    throw new OperatorError('An activity has fixed points or a multiplier, not both');
  }
  if (points !== undefined) return { points_computation_type: 'fixed_points', points };
  if (multiplier === undefined) {
    if (attribute === undefined) return undefined;
    throw new OperatorError('An attribute is multiplied: give a multiplier too');
  }
  return {
    points_computation_type: 'multiplier_based',
    multiplier,
    attribute_to_multiply: attribute ?? null,
  };
}

type Shown = ReturnType<typeof toActivityDocument>;

function asListed({
  activity_id,
  activity_name,
  is_active,
  approval_method,
  points_config,
  rules_config,
}: Shown) {
  return {
    activity_id,
    activity_name,
    is_active,
    approval_method,
    points: points_config?.points ?? `× ${points_config?.multiplier}`,
    rules: rules_config?.length ?? 0,
  };
}
