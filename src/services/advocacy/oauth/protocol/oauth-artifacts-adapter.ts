import { and, eq, gt, isNull, or } from 'drizzle-orm';
import { type Adapter, errors } from 'oidc-provider';
import { oauthArtifacts } from '#services/advocacy/oauth/oauth-artifacts-table.ts';
import { addSeconds, type Clock } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { digest } from '#services/platform/secrets/digest.ts';

/**
 * Stores one of oidc-provider's models in `oauth_artifacts`.
 * @param queries the database, or the transaction of the current request
 */
export function createArtifactsAdapter(
  queries: () => Queries,
  clock: Clock,
  kind: string,
): Adapter {
  const row = (id: string) =>
    and(eq(oauthArtifacts.kind, kind), eq(oauthArtifacts.idDigest, digest(id)));

  return {
    async upsert(id, { jti: _id, ...payload }, expiresIn) {
      const values = {
        payload,
        grantId: payload.grantId === undefined ? null : digest(payload.grantId),
        expiresAt: expiresIn === undefined ? null : addSeconds(clock.now(), expiresIn),
      };
      await queries()
        .insert(oauthArtifacts)
        .values({ kind, idDigest: digest(id), ...values })
        .onConflictDoUpdate({
          target: [oauthArtifacts.kind, oauthArtifacts.idDigest],
          set: values,
        });
    },

    async find(id) {
      const [found] = await queries()
        .select({ payload: oauthArtifacts.payload })
        .from(oauthArtifacts)
        .where(and(row(id), gt(oauthArtifacts.expiresAt, clock.now())));
      return found && { ...found.payload, jti: id };
    },

    /**
     * A single statement decides which request uses a code or refresh token (decisions.md, 12). That is
     * why `find` doesn't report used ones: every replay ends here.
     */
    async consume(id) {
      const [consumed] = await queries()
        .update(oauthArtifacts)
        .set({ consumedAt: clock.now() })
        .where(and(row(id), isNull(oauthArtifacts.consumedAt)))
        .returning({ kind: oauthArtifacts.kind });
      if (consumed) return;
      await revokeFamily(queries(), kind, digest(id));
      throw new errors.InvalidGrant('already used');
    },

    async destroy(id) {
      await queries().delete(oauthArtifacts).where(row(id));
    },

    async revokeByGrantId(grantId) {
      await queries()
        .delete(oauthArtifacts)
        .where(and(eq(oauthArtifacts.kind, kind), eq(oauthArtifacts.grantId, digest(grantId))));
    },

    // Only for sessions and device codes, which are not stored here.
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  };
}

/** Lets a refresh use scopes that were granted after the token was issued, because a role has grown. */
export function withScopesOfGrant(refreshTokens: Adapter, grants: Adapter): Adapter {
  return {
    ...refreshTokens,
    async find(id) {
      const token = await refreshTokens.find(id);
      const grant = token?.grantId === undefined ? undefined : await grants.find(token.grantId);
      const { scope } = (grant?.openid ?? {}) as { scope?: string };
      return token && { ...token, ...(scope === undefined ? {} : { scope }) };
    },
  };
}

/**
 * Deletes the grant of a code or token, and all of its tokens. A token being issued in parallel is
 * useless without the grant.
 */
async function revokeFamily(db: Queries, kind: string, idDigest: string): Promise<void> {
  const [used] = await db
    .select({ grantId: oauthArtifacts.grantId })
    .from(oauthArtifacts)
    .where(and(eq(oauthArtifacts.kind, kind), eq(oauthArtifacts.idDigest, idDigest)));
  if (!used?.grantId) return;
  await db
    .delete(oauthArtifacts)
    .where(
      or(
        eq(oauthArtifacts.grantId, used.grantId),
        and(eq(oauthArtifacts.kind, 'Grant'), eq(oauthArtifacts.idDigest, used.grantId)),
      ),
    );
}
