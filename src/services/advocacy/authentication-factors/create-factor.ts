import type { NewAuthenticationFactorAttributes } from '#contract/advocacy/authentication-factors.ts';
import { lockUser } from '#services/advocacy/users/users-store.ts';
import { violatesUnique } from '#services/platform/database/constraint.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { invalidAttribute } from '#services/platform/json-api/errors.ts';
import type { FactorSecrets } from './authentication-factors.ts';
import { ensureDefault, findFactor } from './authentication-factors.ts';
import {
  type AuthenticationFactorRow,
  authenticationFactors,
} from './authentication-factors-table.ts';
import { recordFactor } from './change-factor.ts';
import type { FactorDependencies } from './factor-dependencies.ts';
import { createSeed, encryptSeed, toProvisioningUrl } from './one-time-password.ts';
import { sendCode } from './out-of-band-code.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { createSendingLimits } from './sending-limits.ts';

interface CreatedFactor {
  row: AuthenticationFactorRow;
  secrets: FactorSecrets;
}

/**
 * Adds a factor. Recovery codes and email are active immediately; others are pending until verified
 * (advocacy.md, States and transitions).
 * @throws {JsonApiError} 422 when the user already has one of this type and channel, 429 when too many
 *   codes were sent
 */
export async function createFactor(
  dependencies: FactorDependencies,
  userId: number,
  attributes: NewAuthenticationFactorAttributes,
): Promise<CreatedFactor> {
  try {
    return await dependencies.db.transaction((tx) => insert(tx, dependencies, userId, attributes));
  } catch (error) {
    if (!violatesUnique(error, 'authentication_factors_kind_unique')) throw error;
    throw attributes.type === 'out_of_band'
      ? invalidAttribute('channel', 'You already have a factor with this channel.')
      : invalidAttribute('type', 'You already have a factor of this type.');
  }
}

/** @throws {SendingLimitError} when a code was just sent to the same number, for a deleted factor */
async function checkInterval(
  tx: Queries,
  { clock }: FactorDependencies,
  { userId, channel, externalId }: AuthenticationFactorRow,
): Promise<void> {
  if (channel === null || externalId === null) return;
  await createSendingLimits(tx, clock).checkInterval({ userId, channel, to: externalId });
}

async function insert(
  tx: Queries,
  dependencies: FactorDependencies,
  userId: number,
  { type, channel, external_id: externalId }: NewAuthenticationFactorAttributes,
): Promise<CreatedFactor> {
  const { email } = await lockUser(tx, userId);
  const isActive = type === 'recovery_code' || channel === 'email';
  const seed = type === 'one_time_password' ? createSeed() : undefined;
  const factor = one(
    await tx
      .insert(authenticationFactors)
      .values({
        userId,
        type,
        channel: channel ?? null,
        externalId: externalId || null,
        status: isActive ? 'active' : 'pending',
        isDefault: false,
        totpSeed: seed === undefined ? null : encryptSeed(dependencies, userId, seed),
        createdAt: dependencies.clock.now(),
      })
      .returning(),
  );

  const secrets: FactorSecrets = {};
  if (seed !== undefined) secrets.provisioningUrl = toProvisioningUrl(seed, email);
  if (type === 'recovery_code') {
    secrets.recoveryCodes = await createRecoveryCodes(tx, dependencies, factor.id);
  }
  if (type === 'out_of_band' && !isActive) {
    await checkInterval(tx, dependencies, factor);
    await sendCode(tx, dependencies, factor, email);
  }
  if (isActive) await ensureDefault(tx, userId);
  await recordFactor(tx, 'factor.create', factor);
  return { row: (await findFactor(tx, userId, factor.id)) ?? factor, secrets };
}
