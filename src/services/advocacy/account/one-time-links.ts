import { randomBytes } from 'node:crypto';
import { and, eq, gt, gte, lte } from 'drizzle-orm';
import { lockUser } from '#services/advocacy/users/users-store.ts';
import { addSeconds, type Clock } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import { oneTimeLinks } from './one-time-links-table.ts';

type OneTimeLink = typeof oneTimeLinks.$inferSelect;
type Purpose = OneTimeLink['purpose'];

/** decisions.md, 48. */
export const LINK_SECONDS: Record<Purpose, number> = {
  password_reset: 30 * 60,
  email_undo: 72 * 3600,
  first_sign_in: 5 * 60,
};

/** A random token for a link, safe in URLs. */
export function createLinkToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Stores a new link. Earlier links of the user stay valid.
 * @param seconds how long it works
 * @returns its token
 */
export async function createLink(
  tx: Queries,
  clock: Clock,
  link: Pick<OneTimeLink, 'purpose' | 'userId'> & { email?: string },
  seconds = LINK_SECONDS[link.purpose],
): Promise<string> {
  const token = createLinkToken();
  await tx.insert(oneTimeLinks).values({
    ...link,
    tokenDigest: digest(token),
    expiresAt: addSeconds(clock.now(), seconds),
  });
  return token;
}

/** @returns undefined if the token is unknown, used, expired or for another purpose */
export async function findLink(
  db: Queries,
  clock: Clock,
  purpose: Purpose,
  token: string,
): Promise<OneTimeLink | undefined> {
  const [link] = await db
    .select()
    .from(oneTimeLinks)
    .where(isUsable(clock, purpose, token));
  return link;
}

/**
 * Locks the user and uses a link up, together with the user's later links for the same purpose.
 * @returns undefined unless it was still valid; of parallel calls only one gets it
 */
export async function consumeLink(
  tx: Queries,
  clock: Clock,
  purpose: Purpose,
  token: string,
): Promise<OneTimeLink | undefined> {
  const found = await findLink(tx, clock, purpose, token);
  if (!found) return undefined;
  // Before the links, in the same order as a change of the password.
  await lockUser(tx, found.userId);
  const [link] = await tx
    .delete(oneTimeLinks)
    .where(isUsable(clock, purpose, token))
    .returning();
  if (!link) return undefined;
  const { id, userId } = oneTimeLinks;
  await tx
    .delete(oneTimeLinks)
    .where(and(eq(userId, link.userId), eq(oneTimeLinks.purpose, purpose), gte(id, link.id)));
  return link;
}

/** Voids a user's links, such as those that a new password makes pointless. */
export async function deleteLinks(tx: Queries, userId: number, purpose: Purpose): Promise<void> {
  await tx
    .delete(oneTimeLinks)
    .where(and(eq(oneTimeLinks.userId, userId), eq(oneTimeLinks.purpose, purpose)));
}

export async function deleteExpiredLinks(db: Queries, clock: Clock): Promise<void> {
  await db.delete(oneTimeLinks).where(lte(oneTimeLinks.expiresAt, clock.now()));
}

function isUsable(clock: Clock, purpose: Purpose, token: string) {
  return and(
    eq(oneTimeLinks.tokenDigest, digest(token)),
    eq(oneTimeLinks.purpose, purpose),
    gt(oneTimeLinks.expiresAt, clock.now()),
  );
}
