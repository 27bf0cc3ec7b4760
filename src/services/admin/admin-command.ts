import { Command, Help, type Option } from '@commander-js/extra-typings';
import type { AdminContext } from './admin-context.ts';
import { addClients } from './commands/advocacy/clients.ts';
import { addPeople } from './commands/advocacy/people.ts';
import { addRoles } from './commands/advocacy/roles.ts';
import { addTeams } from './commands/advocacy/teams.ts';
import { addKeys } from './commands/keys.ts';
import { addActivities } from './commands/loyalty/activities.ts';
import { addApiKeys } from './commands/loyalty/api-keys.ts';
import { addCampaigns } from './commands/loyalty/campaigns.ts';
import { addConnections } from './commands/loyalty/connections.ts';
import { addPoints } from './commands/loyalty/points.ts';
import { addPrograms } from './commands/loyalty/programs.ts';
import { addTiers } from './commands/loyalty/tiers.ts';
import { addWebhooks } from './commands/loyalty/webhooks.ts';
import { createReport } from './report.ts';

const NOUNS = [
  addPeople,
  addTeams,
  addRoles,
  addClients,
  addPrograms,
  addApiKeys,
  addTiers,
  addActivities,
  addPoints,
  addCampaigns,
  addWebhooks,
  addConnections,
  addKeys,
];

/** The whole command, `<noun> <verb>`; it writes to the terminal of its context alone. */
export function createAdminCommand(context: AdminContext): Command {
  const { terminal } = context;
  const command = new Command('npm run admin --')
    .description('Administer a deployment of Patron: what its APIs do not offer.')
    .usage('<noun> <verb> [arguments] [options]')
    .option('--json', 'answer in JSON, for scripts (npm run -s admin -- ...)')
    .helpOption('-h, --help', 'what there is, at every level')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true, optionDescription: describeOption })
    .showHelpAfterError('(--help says what it takes)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.say(text.trimEnd()),
    });
  const report = createReport(terminal, () => command.opts().json === true);
  for (const add of NOUNS) add(command, { ...context, report });
  // `--help` is the one way to help, at every level.
  for (const noun of command.commands) noun.helpCommand(false);
  return command as unknown as Command;
}

/** As commander does, and says what is required. */
function describeOption(option: Option): string {
  const description = new Help().optionDescription(option);
  return option.mandatory ? `${description} (required)` : description;
}
