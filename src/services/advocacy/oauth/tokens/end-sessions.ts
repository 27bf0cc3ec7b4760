import { and, eq, ne, or, sql } from 'drizzle-orm';
import { oauthArtifacts } from '#services/advocacy/oauth/oauth-artifacts-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { ENDED_SESSIONS_CHANNEL } from '#services/platform/database/ended-sessions.ts';
import { sessions } from './sessions-table.ts';

const { kind, idDigest, grantId, payload } = oauthArtifacts;

/**
 * Signs a user out everywhere: deletes their codes, tokens and grants, and sign-ins in progress that
 * have passed the password step. One that is in that step with an old password is rejected later, when
 * its session is created.
 * @param exceptId the id of a session, or the digest of that of a sign-in in progress, to keep
 * @returns the number of sessions that ended
 */
export async function endUserSessions(tx: Queries, userId: number, exceptId = ''): Promise<number> {
  const id = String(userId);
  const grants = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, exceptId)));
  // As an array, so that each condition can use its index.
  const isOneOfGrants = (column: typeof grantId | typeof idDigest) =>
    sql`${column} = any(array(${grants}))`;
  await notifyOfEndedSessions(tx, userId);
  return endSessions(
    tx,
    or(
      isOneOfGrants(grantId),
      and(eq(kind, 'Grant'), isOneOfGrants(idDigest)),
      and(
        eq(kind, 'Interaction'),
        ne(idDigest, exceptId),
        or(
          eq(sql`${payload}#>>'{result,secondStep,userId}'`, id),
          eq(sql`${payload}#>>'{result,login,accountId}'`, id),
        ),
      ),
    ),
  );
}

/** Lets streams of the user find out whether their session has ended, once the transaction commits. */
export async function notifyOfEndedSessions(tx: Queries, userId: number): Promise<void> {
  await tx.execute(sql`select pg_notify(${ENDED_SESSIONS_CHANNEL}, ${String(userId)})`);
}

/** @returns the number of sessions that ended */
export function endClientSessions(tx: Queries, clientId: string): Promise<number> {
  return endSessions(tx, eq(sql`${payload}->>'clientId'`, clientId));
}

async function endSessions(tx: Queries, condition: ReturnType<typeof or>): Promise<number> {
  const deleted = await tx.delete(oauthArtifacts).where(condition).returning({ kind });
  return deleted.filter((artifact) => artifact.kind === 'Grant').length;
}
