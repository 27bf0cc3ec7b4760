import { and, eq, or, sql } from 'drizzle-orm';
import { oauthArtifacts } from '#services/advocacy/oauth/oauth-artifacts-table.ts';
import type { Queries } from '#services/platform/database/database.ts';

const { kind, payload } = oauthArtifacts;

/**
 * Signs a user out everywhere: deletes their codes, tokens and grants, and sign-ins in progress that
 * have passed the password step.
 * @returns the number of sessions that ended
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

/** @returns the number of sessions that ended */
export function endClientSessions(tx: Queries, clientId: string): Promise<number> {
  return endSessions(tx, eq(sql`${payload}->>'clientId'`, clientId));
}

async function endSessions(tx: Queries, condition: ReturnType<typeof or>): Promise<number> {
  const deleted = await tx.delete(oauthArtifacts).where(condition).returning({ kind });
  return deleted.filter((artifact) => artifact.kind === 'Grant').length;
}
