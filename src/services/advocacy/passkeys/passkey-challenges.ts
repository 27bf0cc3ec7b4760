import { randomBytes } from 'node:crypto';
import { lte } from 'drizzle-orm';
import { createCodeHash } from '#services/advocacy/authentication-factors/code-hash.ts';
import { addSeconds, type Clock } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import type { Keyring } from '#services/platform/secrets/keyring.ts';
import { usedPasskeyChallenges } from './passkeys-table.ts';

export interface ChallengeSubject {
  purpose: 'create' | 'step_up' | 'sign_in' | 'second_step' | 'sso_start' | 'sso_code';
  /** The sign-in of a browser, the digest of an access token, or a user with such a digest. */
  boundTo: string;
}

/**
 * Challenges that authenticators sign, and the links and codes of confirmations at the OpenID provider. Each names its
 * purpose, what it is bound to and its end in a keyed hash, so that nothing is stored for those who only open a page. A
 * used one is stored.
 */
export function createPasskeyChallenges({
  clock,
  keyring,
}: {
  clock: Clock;
  keyring: Pick<Keyring, 'codes'>;
}) {
  const subjectOf = ({ purpose, boundTo }: ChallengeSubject) =>
    JSON.stringify(['passkey', purpose, boundTo]);

  /** @returns when a valid challenge expires */
  function findEnd(challenge: string, subject: ChallengeSubject): Date | undefined {
    const [random, end, mac = ''] = Buffer.from(challenge, 'base64url').toString().split('.');
    const hashes = createCodeHash(keyring).candidates(subjectOf(subject), `${random}.${end}`);
    const expiresAt = new Date(Number(end));
    return hashes.includes(mac) && expiresAt > clock.now() ? expiresAt : undefined;
  }

  return {
    /** @returns the challenge in base64url */
    create(subject: ChallengeSubject, seconds: number): string {
      const end = addSeconds(clock.now(), seconds).getTime();
      const content = `${randomBytes(16).toString('base64url')}.${end}`;
      const mac = createCodeHash(keyring).hash(subjectOf(subject), content);
      return Buffer.from(`${content}.${mac}`).toString('base64url');
    },
    isValid: (challenge: string, subject: ChallengeSubject) =>
      findEnd(challenge, subject) !== undefined,
    /** Of parallel uses of a challenge, only one succeeds. */
    async consume(tx: Queries, challenge: string, subject: ChallengeSubject): Promise<boolean> {
      const expiresAt = findEnd(challenge, subject);
      if (!expiresAt) return false;
      const used = await tx
        .insert(usedPasskeyChallenges)
        .values({ digest: digest(challenge), expiresAt })
        .onConflictDoNothing()
        .returning({ digest: usedPasskeyChallenges.digest });
      return used.length === 1;
    },
  };
}

export async function deleteExpiredChallenges(db: Queries, clock: Clock): Promise<void> {
  await db.delete(usedPasskeyChallenges).where(lte(usedPasskeyChallenges.expiresAt, clock.now()));
}
