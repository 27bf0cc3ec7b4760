import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandContext } from '#services/admin/admin-context.ts';
import { parseInteger, parseOnOff, requireChanges } from '#services/admin/options.ts';
import {
  createRole,
  deleteRole,
  grantRole,
  listRoles,
  revokeRole,
  updateRole,
} from '#services/advocacy/administration/manage-roles.ts';
import { getUserByEmail } from '#services/advocacy/administration/manage-users.ts';

const TEAM_OPTION = ['--team <id>', 'ID of the team', parseInteger] as const;
const WRITES_OPTION = [
  '--writes <on|off>',
  'Whether the role can make changes',
  parseOnOff,
] as const;
const ADMINISTERS_OPTION = [
  '--administers <on|off>',
  'Whether the role manages the people of the team and sees its audit log',
  parseOnOff,
] as const;
const NEW_DOMAINS_OPTION = [
  '--new-domains <on|off>',
  'Whether new domains are shared with the role',
  parseOnOff,
] as const;

/** `roles`: what users may do in a team. */
export function addRoleCommands(
  roles: CommandUnknownOpts,
  { open, read, report, terminal }: CommandContext,
): void {
  roles
    .command('grant <email>')
    .description('Give a user a role in a team; it replaces the role they have there')
    .requiredOption(...TEAM_OPTION)
    .requiredOption('--role <name>', 'For example Administrator or Viewer')
    .action(async (email, { team, role }) => {
      const { db } = await open();
      await grantRole(db, await getUserByEmail(db, email), team, role);
      report.message(`${email} now has the role ${role} in team ${team}.`);
    });

  roles
    .command('revoke <email>')
    .description('Remove a user from a team')
    .requiredOption(...TEAM_OPTION)
    .action(async (email, { team }) => {
      const { db } = await open();
      await revokeRole(db, await getUserByEmail(db, email), team);
      report.message(`Removed ${email} from team ${team}.`);
    });

  roles
    .command('list')
    .description('List the roles of a team')
    .requiredOption(...TEAM_OPTION)
    .action(async ({ team }) => {
      const { db } = await read();
      report.list(await listRoles(db, team));
    });

  roles
    .command('create <name>')
    .description('Add a role to a team')
    .requiredOption(...TEAM_OPTION)
    .option(...WRITES_OPTION)
    .option(...ADMINISTERS_OPTION)
    .option(...NEW_DOMAINS_OPTION)
    .action(async (name, { team, writes = false, administers = false, newDomains = false }) => {
      const { db } = await open({ isNew: true });
      const role = {
        name,
        canWrite: writes,
        canAdminister: administers,
        accessesNewDomains: newDomains,
      };
      report.record(await createRole(db, team, role));
    });

  roles
    .command('update <name>')
    .description('Change what a role may do, starting with the next request')
    .requiredOption(...TEAM_OPTION)
    .option(...WRITES_OPTION)
    .option(...ADMINISTERS_OPTION)
    .option(...NEW_DOMAINS_OPTION)
    .action(async (name, { team, writes, administers, newDomains }) => {
      const changes = requireChanges({
        canWrite: writes,
        canAdminister: administers,
        accessesNewDomains: newDomains,
      });
      const { db } = await open();
      report.record(await updateRole(db, team, name, changes));
    });

  roles
    .command('delete <name>')
    .description('Delete a role that no user has')
    .requiredOption(...TEAM_OPTION)
    .option('-y, --yes', 'Skip the confirmation')
    .action(async (name, { team, yes }) => {
      if (!yes) await terminal.confirm(`Delete the role ${name} of team ${team}?`);
      const { db } = await open();
      await deleteRole(db, team, name);
      report.message(`Deleted the role ${name} of team ${team}.`);
    });
}
