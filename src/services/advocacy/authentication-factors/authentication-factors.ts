import { and, asc, desc, eq, ne } from 'drizzle-orm';
import type { SentAuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';
import type { Queries } from '#services/platform/database/database.ts';
import {
  type AuthenticationFactorRow,
  authenticationFactors,
} from './authentication-factors-table.ts';

/** All factors of a user, oldest first. */
export async function listFactors(db: Queries, userId: number): Promise<AuthenticationFactorRow[]> {
  return db
    .select()
    .from(authenticationFactors)
    .where(eq(authenticationFactors.userId, userId))
    .orderBy(asc(authenticationFactors.createdAt), asc(authenticationFactors.id));
}

export async function findFactor(
  db: Queries,
  userId: number,
  factorId: number,
): Promise<AuthenticationFactorRow | undefined> {
  const [row] = await db
    .select()
    .from(authenticationFactors)
    .where(and(eq(authenticationFactors.userId, userId), eq(authenticationFactors.id, factorId)));
  return row;
}

/** Active factors for sign-in, the default first. Recovery codes are only a substitute for them. */
export async function listUsableFactors(
  db: Queries,
  userId: number,
): Promise<AuthenticationFactorRow[]> {
  return db
    .select()
    .from(authenticationFactors)
    .where(
      and(
        eq(authenticationFactors.userId, userId),
        eq(authenticationFactors.status, 'active'),
        ne(authenticationFactors.type, 'recovery_code'),
      ),
    )
    .orderBy(
      desc(authenticationFactors.isDefault),
      asc(authenticationFactors.createdAt),
      asc(authenticationFactors.id),
    );
}

/**
 * Makes the oldest usable factor the default if there is none (decisions.md, 16). Requires the
 * user's lock.
 */
export async function ensureDefault(tx: Queries, userId: number): Promise<void> {
  const [first] = await listUsableFactors(tx, userId);
  if (!first || first.isDefault) return;
  await tx
    .update(authenticationFactors)
    .set({ isDefault: true })
    .where(eq(authenticationFactors.id, first.id));
}

/** Returned only when the factor is created (decisions.md, 15 and 20). */
export interface FactorSecrets {
  provisioningUrl?: string;
  recoveryCodes?: string[];
}

interface FactorOptions extends FactorSecrets {
  /** Unused recovery codes of the user, where they are counted. */
  recoveryCodesLeft?: number | undefined;
}

export function toAuthenticationFactor(
  row: AuthenticationFactorRow,
  { provisioningUrl, recoveryCodes, recoveryCodesLeft }: FactorOptions = {},
): SentAuthenticationFactor {
  return {
    id: String(row.id),
    type: 'authentication_factor',
    attributes: {
      status: row.status,
      type: row.type,
      channel: row.channel,
      external_id: row.externalId,
      provisioning_url: provisioningUrl ?? null,
      created_at: row.createdAt.toISOString(),
    },
    meta: {
      default: row.isDefault,
      ...(recoveryCodes ? { recovery_codes: recoveryCodes } : {}),
      ...(row.type === 'recovery_code' && recoveryCodesLeft !== undefined
        ? { recovery_codes_left: recoveryCodesLeft }
        : {}),
    },
  };
}
