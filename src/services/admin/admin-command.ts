import { Command, Help, type Option } from '@commander-js/extra-typings';
import type { AdminContext } from './admin-context.ts';
import { addActivities } from './nouns/activities.ts';
import { addApiKeys } from './nouns/api-keys.ts';
import { addCampaigns } from './nouns/campaigns.ts';
import { addClients } from './nouns/clients.ts';
import { addConnections } from './nouns/connections.ts';
import { addKeys } from './nouns/keys.ts';
import { addPeople } from './nouns/people.ts';
import { addPoints } from './nouns/points.ts';
import { addPrograms } from './nouns/programs.ts';
import { addRoles } from './nouns/roles.ts';
import { addTeams } from './nouns/teams.ts';
import { addTiers } from './nouns/tiers.ts';
import { addWebhooks } from './nouns/webhooks.ts';
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
