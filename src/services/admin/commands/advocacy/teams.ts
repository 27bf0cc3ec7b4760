import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Admin } from '#services/admin/admin-context.ts';
import { integer } from '#services/admin/options.ts';
import {
  createTeam,
  getTeam,
  listTeams,
  renameTeam,
} from '#services/advocacy/administration/manage-teams.ts';
import { listUserSummaries } from '#services/advocacy/administration/manage-users.ts';

/** `teams`: what people work in. */
export function addTeams(parent: CommandUnknownOpts, { open, report }: Admin): void {
  const teams = parent.command('teams').description('what people work in');

  teams
    .command('create <name>')
    .description('create a team with the roles Administrator (writes) and Viewer (reads)')
    .action(async (name) => {
      const { db } = await open();
      report.one(await createTeam(db, name));
    });

  teams
    .command('list')
    .description('all teams')
    .action(async () => {
      const { db } = await open();
      report.list(await listTeams(db));
    });

  teams
    .command('show')
    .description('the people of a team')
    .argument('<team>', 'its id', integer)
    .action(async (teamId) => {
      const { db } = await open();
      await getTeam(db, teamId);
      const people = await listUserSummaries(db);
      report.list(
        people.flatMap(({ email, name, teams: own }) =>
          own.filter(({ id }) => id === teamId).map(({ role }) => ({ email, name, role })),
        ),
      );
    });

  teams
    .command('rename')
    .description('give a team another name')
    .argument('<team>', 'its id', integer)
    .argument('<name>')
    .action(async (teamId, name) => {
      const { db } = await open();
      await renameTeam(db, teamId, name);
      report.done(`Team ${teamId} is called ${name}.`);
    });
}
