import { sql } from 'drizzle-orm';
import {
  type OAuthClientRegistration,
  registerClient,
} from '#services/advocacy/oauth/clients/oauth-clients.ts';
import { memberships, roles, teams } from '#services/advocacy/teams/teams-table.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { hashPassword } from '#services/platform/secrets/password.ts';

/** operating.md, Demo data. The IDs are fixed, because other seeds and external checks use them. */
const TEAMS = [
  { id: 1, name: 'Northwind' },
  { id: 2, name: 'Harbour Coffee' },
];

const ROLES = [
  { name: 'Administrator', canWrite: true, canAdminister: true, accessesNewDomains: true },
  { name: 'Viewer', canWrite: false, canAdminister: false, accessesNewDomains: true },
] as const;
type RoleName = (typeof ROLES)[number]['name'];

export interface DemoUser {
  email: string;
  name: string;
  password: string;
  /** Role by team id. */
  roles: Record<number, RoleName>;
}

/** The user that the sign-in page of the demo suggests. */
export const DEMO_SIGN_IN = { email: 'admin@patron.test', password: 'patron-demo-admin' };

export const DEMO_USERS: readonly DemoUser[] = [
  {
    ...DEMO_SIGN_IN,
    name: 'Ada Marsh',
    roles: { 1: 'Administrator', 2: 'Administrator' },
  },
  {
    email: 'viewer@patron.test',
    name: 'Vera Lindqvist',
    password: 'patron-demo-viewer',
    roles: { 1: 'Viewer' },
  },
  {
    email: 'outsider@patron.test',
    name: 'Owen Price',
    password: 'patron-demo-outsider',
    roles: { 2: 'Administrator' },
  },
];

const PARTNER_ORIGIN = 'http://127.0.0.1:4199';

/** The client of a partner's integration. */
export const PARTNER_CLIENT: OAuthClientRegistration = {
  id: 'patron-partner',
  name: 'the Patron partner demo',
  secret: 'patron-partner-secret',
  redirectUris: [`${PARTNER_ORIGIN}/callback`],
  connectOrigins: [PARTNER_ORIGIN],
  connectRedirectUris: [`${PARTNER_ORIGIN}/callback`],
};

export interface SeededTeam {
  teamId: number;
  roleIds: Record<RoleName, number>;
}

/**
 * Fills an empty database with the demo's users, teams, roles and the client of a partner integration.
 * The console's client is registered at each start.
 */
export async function seedUsers(db: Queries): Promise<SeededTeam[]> {
  const seeded = await seedTeams(db);
  for (const { email, name, password, roles: roleByTeam } of DEMO_USERS) {
    const passwordHash = await hashPassword(password);
    const { id: userId } = one(
      await db
        .insert(users)
        .values({ email, provenEmail: email, name, passwordHash })
        .returning({ id: users.id }),
    );
    await db.insert(memberships).values(
      seeded.flatMap(({ teamId, roleIds }) => {
        const role = roleByTeam[teamId];
        return role ? [{ userId, teamId, roleId: roleIds[role] }] : [];
      }),
    );
  }
  await registerClient(db, PARTNER_CLIENT);
  return seeded;
}

async function seedTeams(db: Queries): Promise<SeededTeam[]> {
  // Explicit IDs, because an interrupted first start may have advanced the sequence.
  await db.insert(teams).overridingSystemValue().values(TEAMS);
  await db.execute(
    sql`select setval(pg_get_serial_sequence('teams', 'id'), ${TEAMS.length}, true)`,
  );
  const seeded: SeededTeam[] = [];
  for (const { id: teamId } of TEAMS) {
    const rows = await db
      .insert(roles)
      .values(ROLES.map((role) => ({ ...role, teamId })))
      .returning({ id: roles.id, name: roles.name });
    const roleIds = Object.fromEntries(rows.map(({ id, name }) => [name, id]));
    seeded.push({ teamId, roleIds: roleIds as SeededTeam['roleIds'] });
  }
  return seeded;
}
