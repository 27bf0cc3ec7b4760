import { and, eq, gt, isNull, or } from 'drizzle-orm';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { oauthArtifacts } from '#services/advocacy/oauth/oauth-artifacts-table.ts';
import { addSeconds, type Clock } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { digest } from '#services/platform/secrets/digest.ts';

/** Stores one of oidc-provider's models in `oauth_artifacts`. */
export function createArtifactsAdapter(db: Database, clock: Clock, kind: string): Adapter {
  const row = (id: string) =>
    and(eq(oauthArtifacts.kind, kind), eq(oauthArtifacts.idDigest, digest(id)));

  return {
    async upsert(id, { jti: _id, ...payload }, expiresIn) {
      const values = {
        payload,
        grantId: payload.grantId === undefined ? null : digest(payload.grantId),
        expiresAt: expiresIn === undefined ? null : addSeconds(clock.now(), expiresIn),
      };
      await db
        .insert(oauthArtifacts)
        .values({ kind, idDigest: digest(id), ...values })
        .onConflictDoUpdate({
          target: [oauthArtifacts.kind, oauthArtifacts.idDigest],
          set: values,
        });
    },

    async find(id) {
      const [found] = await db
        .select({ payload: oauthArtifacts.payload, consumedAt: oauthArtifacts.consumedAt })
        .from(oauthArtifacts)
        .where(and(row(id), gt(oauthArtifacts.expiresAt, clock.now())));
      if (!found) return undefined;
      const payload: AdapterPayload = { ...found.payload, jti: id };
      return found.consumedAt ? { ...payload, consumed: true } : payload;
    },

    /** A single statement decides which request uses a code or refresh token (decisions.md, 12). */
    async consume(id) {
      const [consumed] = await db
        .update(oauthArtifacts)
        .set({ consumedAt: clock.now() })
        .where(and(row(id), isNull(oauthArtifacts.consumedAt)))
        .returning({ kind: oauthArtifacts.kind });
      if (consumed) return;
      // A parallel request used it after `find`: a replay.
      await revokeFamily(db, kind, digest(id));
      throw new errors.InvalidGrant('already used');
    },

    async destroy(id) {
      await db.delete(oauthArtifacts).where(row(id));
    },

    async revokeByGrantId(grantId) {
      await db
        .delete(oauthArtifacts)
        .where(and(eq(oauthArtifacts.kind, kind), eq(oauthArtifacts.grantId, digest(grantId))));
    },

    // Only for sessions and device codes, which are not stored here.
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  };
}

/**
 * Deletes the grant of a code or token, and all of its tokens. A token being issued in parallel is
 * useless without the grant.
 */
export async function revokeFamily(db: Database, kind: string, idDigest: string): Promise<void> {
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
