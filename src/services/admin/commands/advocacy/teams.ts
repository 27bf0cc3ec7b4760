import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandContext } from '#services/admin/admin-context.ts';
import { parseInteger } from '#services/admin/options.ts';
import {
  createTeam,
  getTeam,
  listTeams,
  renameTeam,
} from '#services/advocacy/administration/manage-teams.ts';
import { listUserSummaries } from '#services/advocacy/administration/manage-users.ts';

/** `teams`: the teams that users work in. */
export function addTeamCommands(
  teams: CommandUnknownOpts,
  { open, read, report }: CommandContext,
): void {
  teams
    .command('create <name>')
    .description('Create a team with the roles Administrator (can write) and Viewer (read-only)')
    .action(async (name) => {
      const { db } = await open({ isNew: true });
      report.record(await createTeam(db, name));
    });

  teams
    .command('list')
    .description('List all teams')
    .action(async () => {
      const { db } = await read();
      report.list(await listTeams(db));
    });

  teams
    .command('show')
    .description('List the users of a team')
    .argument('<team>', 'ID of the team', parseInteger)
    .action(async (teamId) => {
      const { db } = await read();
      await getTeam(db, teamId);
      const users = await listUserSummaries(db);
      report.list(
        users.flatMap(({ email, name, teams: userTeams }) =>
          userTeams.filter(({ id }) => id === teamId).map(({ role }) => ({ email, name, role })),
        ),
      );
    });

  teams
    .command('rename')
    .description('Rename a team')
    .argument('<team>', 'ID of the team', parseInteger)
    .argument('<name>')
    .action(async (teamId, name) => {
      const { db } = await open();
      await renameTeam(db, teamId, name);
      report.message(`Renamed team ${teamId} to ${name}.`);
    });
}
