import type { SecondFactors } from '#services/advocacy/oauth/sign-in/second-factors.ts';
import type { Queries } from '#services/platform/database/database.ts';
import {
  findFactor,
  getEmail,
  listUsableFactors,
  lockUser,
} from './authentication-factors-store.ts';
import type { AuthenticationFactorRow } from './authentication-factors-table.ts';
import type { FactorDependencies } from './factor-dependencies.ts';
import { maskEmail, maskNumber } from './factor-messages.ts';
import { consumeOneTimePassword } from './one-time-password.ts';
import { consumeCode, isCodeUsed, nextCodeAt, sendCode } from './out-of-band-code.ts';
import { consumeRecoveryCode, hasRecoveryCodes } from './recovery-codes.ts';

/** A code as a person types it: six digits, perhaps in groups. */
const toDigits = (code: string) => code.replaceAll(/[\s-]/g, '');

/** The second factors of people who sign in (decisions.md, 10 and 19). */
export function createSecondFactors(dependencies: FactorDependencies): SecondFactors {
  const { db, clock } = dependencies;
  return {
    async listForSignIn(userId) {
      const factors = await listUsableFactors(db, userId);
      // Read only where needed: most people have no factor that sends e-mail.
      const sendsEmail = factors.some(({ channel }) => channel === 'email');
      const email = sendsEmail ? await getEmail(db, userId) : '';
      return factors.map(({ id, type, channel, externalId }) => ({
        id,
        type,
        channel,
        destination: maskDestination(channel, externalId, email),
      }));
    },

    hasRecoveryCodes: (userId) => hasRecoveryCodes(db, userId),

    async sendCode(userId, factorId) {
      return db.transaction(async (tx) => {
        const { email } = await lockUser(tx, userId);
        const factor = await findActive(tx, userId, factorId);
        if (factor?.type !== 'out_of_band') throw new Error('The factor takes no codes');
        const now = clock.now();
        // Who signs in right after enrolling, or once more, has no code to wait with.
        const earliest = isCodeUsed(factor) ? now : nextCodeAt(factor, now);
        return earliest > now ? earliest : sendCode(tx, dependencies, factor, email);
      });
    },

    async verify(userId, factorId, code) {
      return db.transaction(async (tx) => {
        await lockUser(tx, userId);
        const factor = await findActive(tx, userId, factorId);
        if (!factor) return false;
        const digits = toDigits(code);
        if (!/^\d{6}$/.test(digits)) return consumeRecoveryCode(tx, dependencies, userId, code);
        return factor.type === 'one_time_password'
          ? consumeOneTimePassword(tx, dependencies, factor, digits)
          : consumeCode(tx, dependencies, factor, digits);
      });
    },
  };
}

function maskDestination(
  channel: AuthenticationFactorRow['channel'],
  externalId: string | null,
  email: string,
): string | null {
  if (channel === null) return null;
  return channel === 'email' ? maskEmail(email) : maskNumber(externalId ?? '');
}

async function findActive(
  tx: Queries,
  userId: number,
  factorId: number,
): Promise<AuthenticationFactorRow | undefined> {
  const factor = await findFactor(tx, userId, factorId);
  return factor?.status === 'active' ? factor : undefined;
}
