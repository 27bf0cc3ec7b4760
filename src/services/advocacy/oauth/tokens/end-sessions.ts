import { and, eq, or, sql } from 'drizzle-orm';
import { oauthArtifacts } from '#services/advocacy/oauth/oauth-artifacts-table.ts';
import type { Queries } from '#services/platform/database/database.ts';

const { kind, payload } = oauthArtifacts;

/**
 * Signs a person out everywhere: their codes, tokens and grants end, and so does a sign-in that has
 * come past the password.
 * @returns how many sign-ins there were.
 */
export function endUserSessions(tx: Queries, userId: number): Promise<number> {
  const id = String(userId);
  return endSessions(
    tx,
    or(
      eq(sql`${payload}->>'accountId'`, id),
      and(
        eq(kind, 'Interaction'),
        or(
          eq(sql`${payload}#>>'{result,secondStep,userId}'`, id),
          eq(sql`${payload}#>>'{result,login,accountId}'`, id),
        ),
      ),
    ),
  );
}

/** Ends every sign-in to a client. @returns how many there were. */
export function endClientSessions(tx: Queries, clientId: string): Promise<number> {
  return endSessions(tx, eq(sql`${payload}->>'clientId'`, clientId));
}

async function endSessions(tx: Queries, condition: ReturnType<typeof or>): Promise<number> {
  const ended = await tx.delete(oauthArtifacts).where(condition).returning({ kind });
  return ended.filter((artifact) => artifact.kind === 'Grant').length;
}
