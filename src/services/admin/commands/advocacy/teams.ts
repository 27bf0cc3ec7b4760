import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandContext } from '#services/admin/admin-context.ts';
import { createCrud } from '#services/admin/crud-commands.ts';
import { parseInteger } from '#services/admin/options.ts';
import {
  createTeam,
  getTeam,
  listTeams,
  renameTeam,
} from '#services/advocacy/administration/manage-teams.ts';
import { listUserSummaries } from '#services/advocacy/administration/manage-users.ts';
import { getRules, resetRules, toRules } from '#services/advocacy/rules/manage-rules.ts';

export function addTeamCommands(teams: CommandUnknownOpts, context: CommandContext): void {
  const crud = createCrud(context);
  crud.change(
    teams
      .command('create <name>')
      .description('Create a team with the roles Administrator (can write) and Viewer (read-only)'),
    ({ db }, name) => createTeam(db, name),
  );

  crud.list(teams.command('list').description('List all teams'), ({ db }) => listTeams(db));

  crud.list(
    teams
      .command('show')
      .description('List the users of a team')
      .argument('<team>', 'ID of the team', parseInteger),
    async ({ db }, teamId) => {
      await getTeam(db, teamId);
      const users = await listUserSummaries(db);
      return users.flatMap(({ email, name, teams: userTeams }) =>
        userTeams.filter(({ id }) => id === teamId).map(({ role }) => ({ email, name, role })),
      );
    },
  );

  crud.change(
    teams
      .command('rename')
      .description('Rename a team')
      .argument('<team>', 'ID of the team', parseInteger)
      .argument('<name>'),
    async ({ db }, teamId, name) => {
      await renameTeam(db, teamId, name);
      return `Renamed team ${teamId} to ${name}.`;
    },
  );

  crud.change(
    teams
      .command('rules')
      .description('Show the rules of a team, or remove them')
      .argument('<team>', 'ID of the team', parseInteger)
      .option('--reset', 'Remove all rules except the support limit'),
    async ({ db }, teamId, { reset }) => {
      await getTeam(db, teamId);
      return toRules(reset ? await resetRules(db, teamId) : await getRules(db, teamId));
    },
  );
}
