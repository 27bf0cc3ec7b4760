import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Admin } from '#services/admin/admin-context.ts';
import { given, givenChanges, integerOrNever, onOrOff } from '#services/admin/options.ts';
import {
  createProgram,
  getProgram,
  listPrograms,
  updateProgram,
} from '#services/loyalty/programs/manage-programs.ts';

/** `programs`: loyalty programs, named by the partner id that API calls carry. */
export function addPrograms(parent: CommandUnknownOpts, { open, report }: Admin): void {
  const programs = parent.command('programs').description('loyalty programs, by their partner id');

  withSettings(programs.command('create <partner-id>'))
    .description('create a program, without tiers, activities and keys')
    .requiredOption('--name <name>', 'what it is called')
    .requiredOption('--referral-base-url <url>', "what a member's referral code is appended to")
    .action(async (partnerId, options) => {
      const { db } = await open();
      const { id: _, ...program } = await createProgram(db, {
        partnerId,
        ...given(settingsOf(options)),
      });
      report.one(program);
    });

  programs
    .command('list')
    .description('all programs')
    .action(async () => {
      const { db } = await open();
      const all = await listPrograms(db);
      report.list(
        all.map(({ partnerId, name, members, createdAt }) => ({
          partnerId,
          name,
          members,
          createdAt,
        })),
      );
    });

  programs
    .command('show <partner-id>')
    .description('one program with its settings')
    .action(async (partnerId) => {
      const { db } = await open();
      const { id: _, ...program } = await getProgram(db, partnerId);
      report.one(program);
    });

  withSettings(programs.command('update <partner-id>'))
    .description('change a program and bring its members into line')
    .option('--name <name>', 'what it is called')
    .option('--referral-base-url <url>', "what a member's referral code is appended to")
    .action(async (partnerId, options) => {
      const changes = givenChanges(settingsOf(options));
      const { db, clock } = await open();
      const before = await getProgram(db, partnerId);
      const { program, membersWithout } = await updateProgram(db, before, changes, clock.now());
      const { id: _, ...shown } = program;
      report.one(shown);
      const { emailUnique: withoutEmail = 0, phoneUnique: withoutPhone = 0 } = membersWithout;
      if (withoutEmail > 0) report.done(lacking(withoutEmail, 'an e-mail address'));
      if (withoutPhone > 0) report.done(lacking(withoutPhone, 'a phone number'));
    });
}

function withSettings(command: Command<[string]>) {
  return command
    .option('--email-unique <on|off>', 'an e-mail address is one member’s, and required', onOrOff)
    .option('--phone-unique <on|off>', 'a phone number is one member’s, and required', onOrOff)
    .option(
      '--points-expire-after-days <days|never>',
      'of points earned from now on',
      integerOrNever,
    )
    .option('--tier-period-months <months|never>', 'how long a tier is held', integerOrNever);
}

interface Durations {
  pointsExpireAfterDays?: number | 'never' | undefined;
  tierPeriodMonths?: number | 'never' | undefined;
}

function settingsOf<Options extends Durations>({
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

function lacking(count: number, what: string): string {
  return `${count} members have no ${what.replace(/^an? /, '')}: their next change has to bring ${what}.`;
}
