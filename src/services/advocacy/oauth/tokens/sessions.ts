import { and, count, desc, eq, exists, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { oauthClients } from '#services/advocacy/oauth/clients/oauth-clients-table.ts';
import { oauthArtifacts } from '#services/advocacy/oauth/oauth-artifacts-table.ts';
import type { Clock } from '#services/platform/clock.ts';
import { currentContext } from '#services/platform/context.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { notifyOfEndedSessions } from './end-sessions.ts';
import { type SignInWay, sessions } from './sessions-table.ts';

interface NewSession {
  /** The digest of the grant. */
  id: string;
  userId: number;
  clientId: string;
  ways: SignInWay[] | null;
  /** The issuer of a single sign-on, and its id of the session. */
  provider?: string | null;
  providerSessionId?: string | null;
}

/** Stores a sign-in with the current request's address and browser. */
export async function createSession(db: Queries, clock: Clock, session: NewSession): Promise<void> {
  const now = clock.now();
  const values = { ...session, createdAt: now, lastUsedAt: now, ...deviceOfRequest() };
  await db.insert(sessions).values(values);
}

/** Records another way in which the user of a session has proven who they are. */
export async function addSessionWay(tx: Queries, id: string, way: SignInWay): Promise<void> {
  const others = sql`array_remove(coalesce(${sessions.ways}, '{}'), ${way}::text)`;
  await tx
    .update(sessions)
    .set({ ways: sql`array_append(${others}, ${way}::text)` })
    .where(eq(sessions.id, id));
}

/** Records that a session got its tokens. */
export async function touchSession(db: Queries, clock: Clock, id: string): Promise<void> {
  await db
    .update(sessions)
    .set({ lastUsedAt: clock.now(), ...deviceOfRequest() })
    .where(eq(sessions.id, id));
}

/** The address and browser of the current request. */
function deviceOfRequest() {
  const { ip, userAgent } = currentContext();
  return {
    ip: ip ?? null,
    userAgent: userAgent ?? null,
  };
}

const tokens = alias(oauthArtifacts, 'tokens');

/** The user's sessions with a token that still works, the one used last first. */
export async function listUserSessions(
  db: Queries,
  clock: Clock,
  userId: number,
  { before, limit }: { before: { lastUsedAt: Date; id: string } | undefined; limit: number },
) {
  const usableToken = db
    .select({ kind: tokens.kind })
    .from(tokens)
    .where(
      and(
        eq(tokens.grantId, sessions.id),
        isNull(tokens.consumedAt),
        gt(tokens.expiresAt, clock.now()),
        or(eq(tokens.kind, 'AccessToken'), eq(tokens.kind, 'RefreshToken')),
      ),
    );
  const isUsable = and(eq(sessions.userId, userId), exists(usableToken));
  const isOlder =
    before &&
    or(
      lt(sessions.lastUsedAt, before.lastUsedAt),
      and(eq(sessions.lastUsedAt, before.lastUsedAt), lt(sessions.id, before.id)),
    );
  const rows = await db
    .select({
      id: sessions.id,
      client: sql<string>`coalesce(${oauthClients.name}, ${sessions.clientId})`,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      ip: sessions.ip,
      userAgent: sessions.userAgent,
    })
    .from(sessions)
    .leftJoin(oauthClients, eq(oauthClients.id, sessions.clientId))
    .where(and(isUsable, isOlder))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(limit);
  const [counted] = await db.select({ total: count() }).from(sessions).where(isUsable);
  return { rows, total: counted?.total ?? 0 };
}

/**
 * Ends one of the user's sessions, from the next request on.
 * @returns whether there was such a session
 */
export async function endSession(tx: Queries, userId: number, id: string): Promise<boolean> {
  const { kind, idDigest, grantId } = oauthArtifacts;
  const [own] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)));
  if (!own) return false;
  await notifyOfEndedSessions(tx, userId);
  // The session goes with its grant, after the tokens: a refresh locks them in this order too.
  const deleted = await tx
    .delete(oauthArtifacts)
    .where(or(eq(grantId, id), and(eq(kind, 'Grant'), eq(idDigest, id))))
    .returning({ kind });
  return deleted.some((artifact) => artifact.kind === 'Grant');
}
