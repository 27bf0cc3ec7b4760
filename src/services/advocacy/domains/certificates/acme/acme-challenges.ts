import { and, eq, gt, lte } from 'drizzle-orm';
import { addSeconds, type Clock } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { acmeChallenges } from './acme-challenges-table.ts';

/** Longer than any authority takes. Deletes what a crashed process left behind. */
const LIFETIME_SECONDS = 3600;

interface Dependencies {
  db: Database;
  clock: Clock;
}

/** Stores the response to a challenge, and deletes expired ones. */
export async function saveChallenge(
  { db, clock }: Dependencies,
  token: string,
  keyAuthorization: string,
): Promise<void> {
  const now = clock.now();
  const values = { keyAuthorization, expiresAt: addSeconds(now, LIFETIME_SECONDS) };
  await db.delete(acmeChallenges).where(lte(acmeChallenges.expiresAt, now));
  await db
    .insert(acmeChallenges)
    .values({ token, ...values })
    .onConflictDoUpdate({ target: acmeChallenges.token, set: values });
}

/** @returns the key authorization, if the challenge is in progress */
export async function findChallenge(
  { db, clock }: Dependencies,
  token: string,
): Promise<string | undefined> {
  const [row] = await db
    .select()
    .from(acmeChallenges)
    .where(and(eq(acmeChallenges.token, token), gt(acmeChallenges.expiresAt, clock.now())));
  return row?.keyAuthorization;
}

export async function deleteChallenge({ db }: Pick<Dependencies, 'db'>, token: string) {
  await db.delete(acmeChallenges).where(eq(acmeChallenges.token, token));
}
