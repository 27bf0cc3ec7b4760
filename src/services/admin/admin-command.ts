import { Command, type CommandUnknownOpts, Help, type Option } from '@commander-js/extra-typings';
import type { CommandContext } from './admin-context.ts';
import { createReport } from './report.ts';

interface CommandGroup {
  name: string;
  description: string;
  /** Loads what adds the subcommands. Only the command that runs is loaded, which makes each start quicker. */
  load(): Promise<(command: CommandUnknownOpts, context: CommandContext) => void>;
}

const COMMANDS: readonly CommandGroup[] = [
  {
    name: 'people',
    description: 'Users who can sign in',
    load: async () => (await import('./commands/advocacy/people.ts')).addUserCommands,
  },
  {
    name: 'teams',
    description: 'Teams that users work in',
    load: async () => (await import('./commands/advocacy/teams.ts')).addTeamCommands,
  },
  {
    name: 'roles',
    description: 'What users may do in a team',
    load: async () => (await import('./commands/advocacy/roles.ts')).addRoleCommands,
  },
  {
    name: 'clients',
    description: 'OAuth applications that users sign in to',
    load: async () => (await import('./commands/advocacy/clients.ts')).addClientCommands,
  },
  {
    name: 'domains',
    description: "Teams' domains and their certificates",
    load: async () => (await import('./commands/advocacy/domains.ts')).addDomainCommands,
  },
  {
    name: 'programs',
    description: 'Loyalty programs and their settings',
    load: async () => (await import('./commands/loyalty/programs.ts')).addProgramCommands,
  },
  {
    name: 'api-keys',
    description: 'Keys of the loyalty API; a program can have several',
    load: async () => (await import('./commands/loyalty/api-keys.ts')).addApiKeyCommands,
  },
  {
    name: 'tiers',
    description: 'Tiers that members reach',
    load: async () => (await import('./commands/loyalty/tiers.ts')).addTierCommands,
  },
  {
    name: 'activities',
    description: 'Ways to earn points',
    load: async () => (await import('./commands/loyalty/activities.ts')).addActivityCommands,
  },
  {
    name: 'points',
    description: "Members' points",
    load: async () => (await import('./commands/loyalty/points.ts')).addPointsCommands,
  },
  {
    name: 'members',
    description: 'What is kept about a member',
    load: async () => (await import('./commands/loyalty/members.ts')).addMemberCommands,
  },
  {
    name: 'campaigns',
    description: 'Campaigns that members enter',
    load: async () => (await import('./commands/loyalty/campaigns.ts')).addCampaignCommands,
  },
  {
    name: 'webhooks',
    description: "Where a program's events are sent",
    load: async () => (await import('./commands/loyalty/webhooks.ts')).addWebhookCommands,
  },
  {
    name: 'connections',
    description: 'Which loyalty program a team sees in the console',
    load: async () => (await import('./commands/loyalty/connections.ts')).addConnectionCommands,
  },
  {
    name: 'keys',
    description: 'Signing and encryption keys of the services, in PATRON_DATA_DIR',
    load: async () => (await import('./commands/keys.ts')).addKeyCommands,
  },
  {
    name: 'database',
    description: 'Move from the embedded database to PostgreSQL',
    load: async () => (await import('./commands/database.ts')).addDatabaseCommands,
  },
  {
    name: 'backup',
    description: 'Back up the database and its keys, verify and restore them',
    load: async () => (await import('./commands/backup.ts')).addBackupCommands,
  },
  {
    name: 'mail',
    description: 'The mail server in SMTP_URL',
    load: async () => (await import('./commands/mail.ts')).addMailCommands,
  },
  {
    name: 'doctor',
    description: 'Check the deployment, and say what to do',
    load: async () => (await import('./commands/doctor.ts')).addDoctorCommand,
  },
];

/**
 * Builds the command `<command> <subcommand>`. It writes only to the terminal of its context.
 * @param name the command that runs; only this one gets its subcommands
 */
export async function createAdminCommand(
  context: Omit<CommandContext, 'report'>,
  name: string | undefined,
): Promise<Command> {
  const { terminal } = context;
  const command = new Command('npm run admin --')
    .description('Administer a Patron deployment: everything that its APIs do not offer.')
    .usage('<command> <subcommand> [arguments] [options]')
    .option('--json', 'Print JSON, for scripts (npm run -s admin -- ...)')
    .helpOption('-h, --help', 'Show usage, at every level')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true, optionDescription: describeOption })
    .showHelpAfterError('(add --help for usage)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.printMessage(text.trimEnd()),
    });
  const report = createReport(terminal, () => command.opts().json === true);
  for (const group of COMMANDS) {
    // Only `--help`, at every level.
    const subcommand = command
      .command(group.name)
      .description(group.description)
      .helpCommand(false);
    if (group.name === name) (await group.load())(subcommand, { ...context, report });
  }
  return command as unknown as Command;
}

/** Commander's description, marked when the option is required. */
function describeOption(option: Option): string {
  const description = new Help().optionDescription(option);
  return option.mandatory ? `${description} (required)` : description;
}
