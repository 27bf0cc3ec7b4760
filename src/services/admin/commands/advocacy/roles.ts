import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { ROLE_KINDS } from '#contract/roles/role-table.ts';
import type { CommandContext } from '#services/admin/admin-context.ts';
import { createCrud } from '#services/admin/crud-commands.ts';
import {
  parseInteger,
  parseOnOff,
  parseRoleKind,
  requireChanges,
  withoutUndefined,
} from '#services/admin/options.ts';
import {
  createRole,
  deleteRole,
  grantRole,
  listRoles,
  revokeRole,
  updateRole,
} from '#services/advocacy/administration/manage-roles.ts';
import { getUserByEmail } from '#services/advocacy/administration/manage-users.ts';
import { toStoredRole } from '#services/advocacy/teams/effective-role.ts';

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
const KIND_OPTION = [
  '--kind <kind>',
  `What the role can do: ${ROLE_KINDS.join(', ')}`,
  parseRoleKind,
] as const;
const NEW_DOMAINS_OPTION = [
  '--new-domains <on|off>',
  'Whether new domains are shared with the role',
  parseOnOff,
] as const;

export function addRoleCommands(roles: CommandUnknownOpts, context: CommandContext): void {
  const crud = createCrud(context);
  crud.change(
    roles
      .command('grant <email>')
      .description('Give a user a role in a team; it replaces the role they have there')
      .requiredOption(...TEAM_OPTION)
      .requiredOption('--role <name>', `Name of a role, or its kind: ${ROLE_KINDS.join(', ')}`),
    async ({ db }, email, { team, role }) => {
      await grantRole(db, await getUserByEmail(db, email), team, role);
      return `${email} now has the role ${role} in team ${team}.`;
    },
  );

  crud.change(
    roles
      .command('revoke <email>')
      .description('Remove a user from a team')
      .requiredOption(...TEAM_OPTION),
    async ({ db }, email, { team }) => {
      await revokeRole(db, await getUserByEmail(db, email), team);
      return `Removed ${email} from team ${team}.`;
    },
  );

  crud.list(
    roles
      .command('list')
      .description('List the roles of a team')
      .requiredOption(...TEAM_OPTION),
    ({ db }, { team }) => listRoles(db, team),
  );

  crud.change(
    roles
      .command('create <name>')
      .description('Add a role to a team')
      .requiredOption(...TEAM_OPTION)
      .option(...KIND_OPTION)
      .option(...WRITES_OPTION)
      .option(...ADMINISTERS_OPTION)
      .option(...NEW_DOMAINS_OPTION),
    ({ db }, name, { team, kind = 'viewer', writes, administers, newDomains = false }) =>
      createRole(db, team, {
        name,
        ...toStoredRole(kind),
        ...withoutUndefined({ canWrite: writes, canAdminister: administers }),
        accessesNewDomains: newDomains,
      }),
  );

  crud.change(
    roles
      .command('update <name>')
      .description('Change what a role may do, starting with the next request')
      .requiredOption(...TEAM_OPTION)
      .option(...KIND_OPTION)
      .option(...WRITES_OPTION)
      .option(...ADMINISTERS_OPTION)
      .option(...NEW_DOMAINS_OPTION),
    async ({ db }, name, { team, kind, writes, administers, newDomains }) => {
      const changes = requireChanges({
        ...(kind && toStoredRole(kind)),
        ...withoutUndefined({ canWrite: writes, canAdminister: administers }),
        accessesNewDomains: newDomains,
      });
      return updateRole(db, team, name, changes);
    },
  );

  crud.delete(
    roles
      .command('delete <name>')
      .description('Delete a role that no user has')
      .requiredOption(...TEAM_OPTION),
    (name, { team }) => `Delete the role ${name} of team ${team}?`,
    async ({ db }, name, { team }) => {
      await deleteRole(db, team, name);
      return `Deleted the role ${name} of team ${team}.`;
    },
  );
}
