import { asc, inArray } from 'drizzle-orm';
import { includesRole } from '#contract/roles/role-table.ts';
import {
  type AssignableRole,
  findRole,
  withMissingKinds,
} from '#services/advocacy/people/team-roles.ts';
import { toEffectiveRole } from '#services/advocacy/teams/effective-role.ts';
import { roles, teams } from '#services/advocacy/teams/teams-table.ts';
import { EnvironmentError } from '#services/platform/check-variables.ts';
import type { Queries } from '#services/platform/database/database.ts';
import type { OidcSettings } from '#services/platform/oidc/oidc-settings.ts';
import { ALL, type GroupRole } from '#services/platform/oidc/oidc-variables.ts';

interface TeamWithRoles {
  id: number;
  name: string;
  roles: AssignableRole[];
}

/** What a group gives in a team. */
export interface GivenRole {
  /** The name of the team. */
  team: string;
  role: AssignableRole;
  group: string;
}

/** What a sign-in changes in a team. */
export interface RoleChange {
  teamId: number;
  team: string;
  /** Undefined if the user isn't on the team. */
  before: { role: string; canAdminister: boolean; group: string | null } | undefined;
  /** Undefined if no group gives a role any more. */
  after: GivenRole | undefined;
}

/** The entries of the settings that are for the people of some groups. */
export function entriesFor(
  groupRoles: readonly GroupRole[],
  groups: readonly string[],
): GroupRole[] {
  return groupRoles.filter(({ group }) => group === ALL || groups.includes(group));
}

/** The highest role that entries give in each team, by its ID; the first of the entries for equal ones. */
export async function listGivenRoles(
  db: Queries,
  entries: readonly GroupRole[],
): Promise<Map<number, GivenRole>> {
  const given = new Map<number, GivenRole>();
  const found = await listTeamsOf(db, entries);
  for (const { group, team: teamId, role: nameOrKind } of entries) {
    for (const team of found) {
      if (teamId !== ALL && teamId !== team.id) continue;
      // Deleted since the start.
      const role = findRole(team.roles, nameOrKind);
      if (!role) continue;
      const other = given.get(team.id);
      if (!other || isHigher(role, other.role))
        given.set(team.id, { team: team.name, role, group });
    }
  }
  return given;
}

function isHigher(role: AssignableRole, other: AssignableRole): boolean {
  const [a, b] = [toEffectiveRole(role), toEffectiveRole(other)];
  if (a.kind === b.kind) return !a.isReadOnly && b.isReadOnly === true;
  return includesRole(a.kind, b.kind);
}

/** @throws {EnvironmentError} if the settings name a team or a role that doesn't exist */
export async function requireGroupRoles(
  db: Queries,
  oidc: Pick<OidcSettings, 'groupRoles'> | undefined,
): Promise<void> {
  const problem = await findGroupRolesProblem(db, oidc?.groupRoles ?? []);
  if (problem !== undefined) throw new EnvironmentError(`PATRON_OIDC_ROLES: ${problem}`);
}

/** Which team or role of the settings doesn't exist; undefined if all do. */
export async function findGroupRolesProblem(
  db: Queries,
  groupRoles: readonly GroupRole[],
): Promise<string | undefined> {
  const found = await listTeamsOf(db, groupRoles);
  for (const { team: id, role } of groupRoles) {
    const named = found.filter((team) => id === ALL || id === team.id);
    if (named.length === 0 && id !== ALL) return `there is no team ${id}`;
    const without = named.find((team) => !findRole(team.roles, role));
    if (without) {
      const names = without.roles.map(({ name }) => name).join(', ');
      return `team ${without.id} has no role ${role}; its roles are ${names}`;
    }
  }
  return undefined;
}

async function listTeamsOf(db: Queries, entries: readonly GroupRole[]): Promise<TeamWithRoles[]> {
  if (entries.length === 0) return [];
  const ids = entries.flatMap(({ team }) => (team === ALL ? [] : [team]));
  const isOfAll = entries.some(({ team }) => team === ALL);
  const found = await db
    .select({ id: teams.id, name: teams.name })
    .from(teams)
    .where(isOfAll ? undefined : inArray(teams.id, ids))
    .orderBy(asc(teams.id));
  const stored = await db
    .select()
    .from(roles)
    .where(isOfAll ? undefined : inArray(roles.teamId, ids))
    .orderBy(asc(roles.id));
  const byTeam = Map.groupBy(stored, ({ teamId }) => teamId);
  return found.map((team) => ({
    ...team,
    roles: withMissingKinds(team.id, byTeam.get(team.id) ?? []),
  }));
}
