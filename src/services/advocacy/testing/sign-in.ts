import { randomBytes } from 'node:crypto';
import { REFERENCE_CLIENT_ID } from '#services/advocacy/oauth/clients/console-client.ts';
import { oauthArtifacts } from '#services/advocacy/oauth/oauth-artifacts-table.ts';
import { createSession } from '#services/advocacy/oauth/tokens/sessions.ts';
import { memberships, roles, teams } from '#services/advocacy/teams/teams-table.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { addSeconds, type Clock } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { digest } from '#services/platform/secrets/digest.ts';

interface TestUser {
  userId: number;
  email: string;
}

/** Creates a user without a usable password. */
export async function createUser(db: Database, email: string): Promise<TestUser> {
  const rows = await db
    .insert(users)
    .values({ email, provenEmail: email, name: email.split('@')[0] ?? email, passwordHash: 'none' })
    .returning({ userId: users.id });
  return { ...one(rows), email };
}

/** Creates a team with a writing role and a view-only role. */
export async function createTeam(db: Database, name: string) {
  const { teamId } = one(await db.insert(teams).values({ name }).returning({ teamId: teams.id }));
  const [writer, reader] = await db
    .insert(roles)
    .values([
      {
        teamId,
        name: 'Administrator',
        canWrite: true,
        canAdminister: true,
        accessesNewDomains: true,
      },
      { teamId, name: 'Viewer', canWrite: false, canAdminister: false, accessesNewDomains: true },
    ])
    .returning({ roleId: roles.id });
  if (!writer || !reader) throw new Error('The roles were not stored');
  return { teamId, writerRoleId: writer.roleId, readerRoleId: reader.roleId };
}

export async function addMember(db: Database, userId: number, teamId: number, roleId: number) {
  await db.insert(memberships).values({ userId, teamId, roleId });
}

/** Stores an access token for the user, as the token endpoint would. */
export async function grantAccessToken(
  db: Database,
  clock: Clock,
  {
    userId,
    scopes,
    clientId = REFERENCE_CLIENT_ID,
  }: { userId: number; scopes: readonly string[]; clientId?: string | undefined },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const grantId = digest(randomBytes(32).toString('base64url'));
  const payload = { accountId: String(userId), clientId };
  await db.insert(oauthArtifacts).values([
    {
      kind: 'Grant',
      idDigest: grantId,
      payload,
      expiresAt: addSeconds(clock.now(), 30 * 86_400),
    },
    {
      kind: 'AccessToken',
      idDigest: digest(token),
      payload: { ...payload, scope: scopes.join(' ') },
      grantId,
      expiresAt: addSeconds(clock.now(), 3600),
    },
  ]);
  await createSession(db, clock, {
    id: grantId,
    userId,
    clientId: payload.clientId,
    ways: ['password'],
  });
  return token;
}
