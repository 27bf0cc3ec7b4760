import { SCOPES } from '#contract/advocacy/scopes.ts';
import { registerClient } from '#services/advocacy/oauth/clients/oauth-clients.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import type { Database } from '#services/platform/database/database.ts';
import { hashPassword } from '#services/platform/secrets/password.ts';
import { addMember, createTeam } from './sign-in.ts';
import type { Authorization } from './sign-in-through-pages.ts';

/** A confidential client, like a partner's server. */
export const PARTNER: Authorization & { clientSecret: string } = {
  clientId: 'partner',
  clientSecret: 'a-generated-partner-secret',
  redirectUri: 'http://127.0.0.1:4199/callback',
  scope: 'accounts:read accounts:write identity',
};

/** Users who can sign in, a team, and a client to sign in to. */
export async function seedSignIn(db: Database) {
  const password = 'correct horse battery staple';
  const passwordHash = await hashPassword(password);
  const rows = await db
    .insert(users)
    .values(
      ['writer', 'reader'].map((name) => {
        const email = `${name}@example.com`;
        return { email, provenEmail: email, name, passwordHash };
      }),
    )
    .returning({ userId: users.id, email: users.email });
  const [writer, reader] = rows.map((row) => ({ ...row, password }));
  if (!writer || !reader) throw new Error('The users were not stored');
  const team = await createTeam(db, 'Northwind');
  await addMember(db, writer.userId, team.teamId, team.writerRoleId);
  await addMember(db, reader.userId, team.teamId, team.readerRoleId);
  await registerClient(db, {
    id: PARTNER.clientId,
    name: 'the partner',
    secret: PARTNER.clientSecret,
    redirectUris: [PARTNER.redirectUri],
    scopes: SCOPES.filter((scope) => !scope.startsWith('webhooks')),
  });
  return { writer, reader, team };
}
