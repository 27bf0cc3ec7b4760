import type { SentAuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';
import type { AuthenticationFactorRow } from './authentication-factors-table.ts';

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
