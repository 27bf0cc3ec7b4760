import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandContext } from '#services/admin/admin-context.ts';
import { createCrud } from '#services/admin/crud-commands.ts';
import {
  parseIntegerOrNever,
  parseOnOff,
  requireChanges,
  withoutUndefined,
} from '#services/admin/options.ts';
import {
  createProgram,
  getProgram,
  listPrograms,
  updateProgram,
} from '#services/loyalty/programs/manage-programs.ts';

export function addProgramCommands(programs: CommandUnknownOpts, context: CommandContext): void {
  const { change, report } = context;
  const crud = createCrud(context);
  crud.change(
    addSettingsOptions(programs.command('create <partner-id>'))
      .description('Create a program without tiers, activities and API keys')
      .requiredOption('--name <name>', 'Name of the program')
      .requiredOption('--referral-base-url <url>', 'URL that referral codes are appended to'),
    async ({ db }, partnerId, options) => {
      const settings = { partnerId, ...withoutUndefined(toSettings(options)) };
      const { id: _, ...program } = await createProgram(db, settings);
      return program;
    },
  );

  crud.list(programs.command('list').description('List all programs'), async ({ db }) =>
    (await listPrograms(db)).map(({ partnerId, name, members, createdAt }) => ({
      ...{ partnerId, name, members, createdAt },
    })),
  );

  crud.show(
    programs.command('show <partner-id>').description('Show a program with its settings'),
    async ({ db }, partnerId) => {
      const { id: _, ...program } = await getProgram(db, partnerId);
      return program;
    },
  );

  addSettingsOptions(programs.command('update <partner-id>'))
    .description('Change a program and update its members accordingly')
    .option('--name <name>', 'Name of the program')
    .option('--referral-base-url <url>', 'URL that referral codes are appended to')
    .action(async (partnerId, options) => {
      const changes = requireChanges(toSettings(options));
      const { program, membersWithout } = await change(async ({ db, clock }) =>
        updateProgram(db, await getProgram(db, partnerId), changes, clock.now()),
      );
      const { id: _, ...shown } = program;
      report.record(shown);
      const { emailUnique: withoutEmail = 0, phoneUnique: withoutPhone = 0 } = membersWithout;
      if (withoutEmail > 0) report.message(formatMissing(withoutEmail, 'an email address'));
      if (withoutPhone > 0) report.message(formatMissing(withoutPhone, 'a phone number'));
    });
}

function addSettingsOptions(command: Command<[string]>) {
  return command
    .option(
      '--email-unique <on|off>',
      'Whether members must have an email address that no other member has',
      parseOnOff,
    )
    .option(
      '--phone-unique <on|off>',
      'Whether members must have a phone number that no other member has',
      parseOnOff,
    )
    .option(
      '--points-expire-after-days <days|never>',
      'Applies to points earned from now on',
      parseIntegerOrNever,
    )
    .option(
      '--tier-period-months <months|never>',
      'How long a member keeps a tier',
      parseIntegerOrNever,
    )
    .option('--currency <code>', 'Currency of purchases, such as EUR')
    .option('--language <code>', 'Language of texts without a translation, such as en');
}

interface Durations {
  pointsExpireAfterDays?: number | 'never' | undefined;
  tierPeriodMonths?: number | 'never' | undefined;
}

function toSettings<Options extends Durations>({
  pointsExpireAfterDays: days,
  tierPeriodMonths: months,
  ...options
}: Options) {
  return {
    ...options,
    pointsExpireAfterDays: days === 'never' ? null : days,
    tierPeriodMonths: months === 'never' ? null : months,
  };
}

function formatMissing(count: number, what: string): string {
  return `Members without ${what}: ${count}. They must provide one with their next change.`;
}
