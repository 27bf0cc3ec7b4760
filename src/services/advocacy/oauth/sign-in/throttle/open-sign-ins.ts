import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { Adapter } from 'oidc-provider';
import { oauthArtifacts } from '#services/advocacy/oauth/oauth-artifacts-table.ts';
import { currentContext } from '#services/platform/context.ts';
import type { Database } from '#services/platform/database/database.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import { ipNetwork } from './ip-network.ts';

/** oidc-provider's model of a sign-in in progress. */
export const INTERACTION = 'Interaction';
/** Sign-ins that one opener leaves open; another one ends the oldest. */
const LIMIT = 1000;
/** More are only there if the limit was lowered; the sweep deletes them once they expire. */
const ENDED_AT_ONCE = 10;

/** Whose open sign-ins are counted together. */
type Opener =
  | { network: string }
  /** A network of browsers in which somebody has typed. */
  | { typedIn: string }
  /** A browser that a user has signed in from before. */
  | { device: string }
  /** A user whose password was right. */
  | { userId: number };

/**
 * Limits the sign-ins that are open at a time, because each is stored and needs no account. The oldest one of the
 * same network ends, so that the next person can always sign in. Those in which somebody has typed, of known
 * browsers, and with the right password are counted apart, so that pages that are only opened don't end them.
 */
export function createOpenSignIns(db: Database) {
  /** Counts a sign-in among the opener's, and ends the oldest beyond the limit. */
  async function assign(uid: string, opener: Opener): Promise<void> {
    const { kind, idDigest, expiresAt } = oauthArtifacts;
    const openedBy = digest(JSON.stringify(opener));
    const isInteraction = eq(kind, INTERACTION);
    const [changed] = await db
      .update(oauthArtifacts)
      .set({ openedBy })
      .where(and(isInteraction, eq(idDigest, digest(uid)), hasOtherOpener(openedBy)))
      .returning({ idDigest });
    if (!changed) return;
    const oldest = db
      .select({ id: sql`ctid` })
      .from(oauthArtifacts)
      .where(and(isInteraction, eq(oauthArtifacts.openedBy, openedBy), ne(idDigest, digest(uid))))
      .orderBy(desc(expiresAt))
      .offset(LIMIT - 1)
      .limit(ENDED_AT_ONCE)
      .for('update', { skipLocked: true });
    await db.delete(oauthArtifacts).where(sql`ctid = any(array(${oldest}))`);
  }

  return {
    /** The storage of sign-ins, where each new one belongs to the network of its request. */
    limit(adapter: Adapter): Adapter {
      return {
        ...adapter,
        async upsert(id, payload, expiresIn) {
          await adapter.upsert(id, payload, expiresIn);
          const { ip } = currentContext();
          if (payload.result === undefined && ip !== undefined) {
            await assign(id, { network: ipNetwork(ip) });
          }
        },
      };
    },
    assign,
  };
}
export type OpenSignIns = ReturnType<typeof createOpenSignIns>;

const hasOtherOpener = (openedBy: string) =>
  sql`${oauthArtifacts.openedBy} is distinct from ${openedBy}`;
