import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Queries } from '#services/platform/database/database.ts';
import { encryptedColumn } from '#services/platform/secrets/encrypted-column.ts';
import {
  type AuthenticationFactorRow,
  authenticationFactors,
} from './authentication-factors-table.ts';
import type { FactorDependencies } from './factor-dependencies.ts';

const ISSUER = 'Patron';
/** RFC 4226 recommends 160 bits. */
const SEED_BYTES = 20;
/** decisions.md, 18. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const DRIFT_STEPS = 1;
const SIX_DIGITS = /^[0-9]{6}$/;

const contextOf = (userId: number) => `authentication_factors.totp_seed:${userId}`;

export const encryptedSeeds = encryptedColumn({
  table: authenticationFactors,
  key: authenticationFactors.id,
  value: authenticationFactors.totpSeed,
  parts: { userId: authenticationFactors.userId },
  contextOf: ({ userId }) => contextOf(userId),
});

/** A new seed in base32. */
export function createSeed(): string {
  return new Secret({ size: SEED_BYTES }).base32;
}

export function encryptSeed(
  { encryption }: FactorDependencies,
  userId: number,
  seed: string,
): string {
  return encryption.encrypt(seed, contextOf(userId));
}

/** The otpauth URL that authenticator apps read from a QR code. */
export function toProvisioningUrl(seed: string, email: string): string {
  return new TOTP({ ...PARAMETERS, issuer: ISSUER, label: email, secret: seed }).toString();
}

/**
 * Accepts a code of the current time step or an adjacent one, once: afterwards neither that step nor
 * an older one is accepted. Atomic without a lock.
 */
export async function consumeOneTimePassword(
  tx: Queries,
  { clock, encryption }: FactorDependencies,
  { id, userId, totpSeed }: AuthenticationFactorRow,
  code: string,
): Promise<boolean> {
  // The library throws for six characters that are more than six bytes.
  if (totpSeed === null || !SIX_DIGITS.test(code)) return false;
  const secret = encryption.decrypt(totpSeed, contextOf(userId));
  const totp = new TOTP({ ...PARAMETERS, secret });
  const timestamp = clock.now().getTime();
  const delta = totp.validate({ token: code, timestamp, window: DRIFT_STEPS });
  if (delta === null) return false;
  const step = totp.counter({ timestamp }) + delta;
  const { totpLastStep } = authenticationFactors;
  const updated = await tx
    .update(authenticationFactors)
    .set({ totpLastStep: step })
    .where(and(eq(authenticationFactors.id, id), or(isNull(totpLastStep), lt(totpLastStep, step))))
    .returning({ id: authenticationFactors.id });
  return updated.length > 0;
}
