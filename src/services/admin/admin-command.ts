import { Command, Help, type Option } from '@commander-js/extra-typings';
import type { AdminContext } from './admin-context.ts';
import { addClientCommands } from './commands/advocacy/clients.ts';
import { addDomainCommands } from './commands/advocacy/domains.ts';
import { addUserCommands } from './commands/advocacy/people.ts';
import { addRoleCommands } from './commands/advocacy/roles.ts';
import { addTeamCommands } from './commands/advocacy/teams.ts';
import { addKeyCommands } from './commands/keys.ts';
import { addActivityCommands } from './commands/loyalty/activities.ts';
import { addApiKeyCommands } from './commands/loyalty/api-keys.ts';
import { addCampaignCommands } from './commands/loyalty/campaigns.ts';
import { addConnectionCommands } from './commands/loyalty/connections.ts';
import { addPointsCommands } from './commands/loyalty/points.ts';
import { addProgramCommands } from './commands/loyalty/programs.ts';
import { addTierCommands } from './commands/loyalty/tiers.ts';
import { addWebhookCommands } from './commands/loyalty/webhooks.ts';
import { addMailCommands } from './commands/mail.ts';
import { createReport } from './report.ts';

const COMMANDS = [
  addUserCommands,
  addTeamCommands,
  addRoleCommands,
  addClientCommands,
  addDomainCommands,
  addProgramCommands,
  addApiKeyCommands,
  addTierCommands,
  addActivityCommands,
  addPointsCommands,
  addCampaignCommands,
  addWebhookCommands,
  addConnectionCommands,
  addKeyCommands,
  addMailCommands,
];

/** Builds the command `<command> <subcommand>`. It writes only to the terminal of its context. */
export function createAdminCommand(context: AdminContext): Command {
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
  for (const addCommands of COMMANDS) addCommands(command, { ...context, report });
  // Only `--help`, at every level.
  for (const subcommand of command.commands) subcommand.helpCommand(false);
  return command as unknown as Command;
}

/** Commander's description, marked when the option is required. */
function describeOption(option: Option): string {
  const description = new Help().optionDescription(option);
  return option.mandatory ? `${description} (required)` : description;
}
