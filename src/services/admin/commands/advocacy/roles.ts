import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Admin } from '#services/admin/admin-context.ts';
import { givenChanges, integer, onOrOff } from '#services/admin/options.ts';
import {
  createRole,
  deleteRole,
  grantRole,
  listRoles,
  revokeRole,
  updateRole,
} from '#services/advocacy/administration/manage-roles.ts';
import { getUserByEmail } from '#services/advocacy/administration/manage-users.ts';

const TEAM = ['--team <id>', 'the team', integer] as const;
const WRITES = ['--writes <on|off>', 'whether it changes things or only reads', onOrOff] as const;
const NEW_DOMAINS = [
  '--new-domains <on|off>',
  'whether domains that others add are shared with it',
  onOrOff,
] as const;

/** `roles`: what people may do in a team. */
export function addRoles(parent: CommandUnknownOpts, { open, report, terminal }: Admin): void {
  const roles = parent.command('roles').description('what people may do in a team');

  roles
    .command('grant <email>')
    .description('give a person a role in a team, in place of the one they have there')
    .requiredOption(...TEAM)
    .requiredOption('--role <name>', 'for example Administrator or Viewer')
    .action(async (email, { team, role }) => {
      const { db } = await open();
      const { id } = await getUserByEmail(db, email);
      await grantRole(db, id, team, role);
      report.done(`${email} is ${role} in team ${team}.`);
    });

  roles
    .command('revoke <email>')
    .description('take a person out of a team')
    .requiredOption(...TEAM)
    .action(async (email, { team }) => {
      const { db } = await open();
      const { id } = await getUserByEmail(db, email);
      await revokeRole(db, id, team);
      report.done(`${email} does not belong to team ${team} any more.`);
    });

  roles
    .command('list')
    .description('the roles of a team')
    .requiredOption(...TEAM)
    .action(async ({ team }) => {
      const { db } = await open();
      report.list(await listRoles(db, team));
    });

  roles
    .command('create <name>')
    .description('add a role to a team')
    .requiredOption(...TEAM)
    .option(...WRITES)
    .option(...NEW_DOMAINS)
    .action(async (name, { team, writes = false, newDomains = false }) => {
      const { db } = await open();
      const role = { name, canWrite: writes, accessesNewDomains: newDomains };
      report.one(await createRole(db, team, role));
    });

  roles
    .command('update <name>')
    .description('change what a role may do; it holds from the next request on')
    .requiredOption(...TEAM)
    .option(...WRITES)
    .option(...NEW_DOMAINS)
    .action(async (name, { team, writes, newDomains }) => {
      const changes = givenChanges({ canWrite: writes, accessesNewDomains: newDomains });
      const { db } = await open();
      report.one(await updateRole(db, team, name, changes));
    });

  roles
    .command('delete <name>')
    .description('delete a role that nobody holds')
    .requiredOption(...TEAM)
    .option('-y, --yes', 'do not ask')
    .action(async (name, { team, yes }) => {
      const { db } = await open();
      if (!yes) await terminal.confirm(`Delete the role ${name} of team ${team}?`);
      await deleteRole(db, team, name);
      report.done(`Deleted the role ${name} of team ${team}.`);
    });
}
