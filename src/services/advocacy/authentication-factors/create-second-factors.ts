import { maskPhoneNumber } from '#contract/advocacy/authentication-factors.ts';
import {
  PASSKEY_FACTOR,
  type SecondFactors,
} from '#services/advocacy/oauth/sign-in/second-factors.ts';
import { findUser, lockUser } from '#services/advocacy/users/users-store.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { findFactor, listUsableFactors } from './authentication-factors.ts';
import type { AuthenticationFactorRow } from './authentication-factors-table.ts';
import type { FactorDependencies } from './factor-dependencies.ts';
import { maskEmail, recoveryCodeUsedEmail } from './factor-messages.ts';
import { consumeOneTimePassword } from './one-time-password.ts';
import { consumeCode, isCodeUsed, nextCodeAt, sendCode } from './out-of-band-code.ts';
import { consumeRecoveryCode, countRecoveryCodes, hasRecoveryCodes } from './recovery-codes.ts';
import { SendingLimitError } from './sending-limits.ts';

/** Removes the spaces and dashes users type between groups of digits. */
const toDigits = (code: string) => code.replaceAll(/[\s-]/g, '');

/** Second factors for sign-in (decisions.md, 10 and 19). */
export function createSecondFactors(dependencies: FactorDependencies): SecondFactors {
  const { db, clock } = dependencies;
  return {
    async listForSignIn(userId) {
      const factors = await listUsableFactors(db, userId);
      // Most users have no email factor; save them the query.
      const hasEmailFactor = factors.some(({ channel }) => channel === 'email');
      const email = hasEmailFactor ? ((await findUser(db, userId))?.email ?? '') : '';
      return factors.map(({ id, type, channel, externalId }) => ({
        id,
        type,
        channel,
        destination: maskDestination(channel, externalId, email),
      }));
    },

    hasRecoveryCodes: (userId) => hasRecoveryCodes(db, userId),

    async sendCode(userId, factorId) {
      const sending = db.transaction(async (tx) => {
        const { email } = await lockUser(tx, userId);
        const factor = await findActiveFactor(tx, userId, factorId);
        if (factor?.type !== 'out_of_band') throw new Error('The factor is not out_of_band');
        const now = clock.now();
        // A used code can't be entered again, so there is nothing to wait for.
        const earliest = isCodeUsed(factor) ? now : nextCodeAt(factor, now);
        return earliest > now ? earliest : sendCode(tx, dependencies, factor, email);
      });
      return sending.catch((error: unknown) => {
        if (error instanceof SendingLimitError) return error.retryAt;
        throw error;
      });
    },

    async verify(userId, factorId, code) {
      return db.transaction(async (tx) => {
        const { email } = await lockUser(tx, userId);
        const factor = await findActiveFactor(tx, userId, factorId);
        if (!factor && factorId !== PASSKEY_FACTOR.id) return undefined;
        const digits = toDigits(code);
        if (!/^\d{6}$/.test(digits)) {
          const isAccepted = await consumeRecoveryCode(tx, dependencies, userId, code);
          if (isAccepted) {
            const message = recoveryCodeUsedEmail(await countRecoveryCodes(tx, userId));
            await dependencies.messages.enqueue(tx, { channel: 'email', to: email, ...message });
          }
          return isAccepted ? 'recovery_code' : undefined;
        }
        if (!factor) return undefined;
        const isAccepted =
          factor.type === 'one_time_password'
            ? await consumeOneTimePassword(tx, dependencies, factor, digits)
            : await consumeCode(tx, dependencies, factor, digits);
        if (!isAccepted) return undefined;
        return factor.channel === 'email' ? 'email_code' : 'code';
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
  return channel === 'email' ? maskEmail(email) : maskPhoneNumber(externalId ?? '');
}

async function findActiveFactor(
  tx: Queries,
  userId: number,
  factorId: number,
): Promise<AuthenticationFactorRow | undefined> {
  const factor = await findFactor(tx, userId, factorId);
  return factor?.status === 'active' ? factor : undefined;
}
