import { type SQL, sql } from 'drizzle-orm';
import { authenticationFactors } from '#services/advocacy/authentication-factors/authentication-factors-table.ts';
import { passkeys } from '#services/advocacy/passkeys/passkeys-table.ts';
import type { RelyingParty } from '#services/advocacy/passkeys/relying-party.ts';
import { userIdentities } from '#services/advocacy/users/user-identities-table.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import type { OidcSettings } from '#services/platform/oidc/oidc-settings.ts';

export type SecondStep = 'none' | 'code' | 'passkey' | 'sso';

/** What decides how people sign in. */
export interface SignInSettings {
  oidc?: Pick<OidcSettings, 'issuer' | 'groupRoles'> | undefined;
  relyingParty: RelyingParty | undefined;
}

/**
 * What the user of a row signs in with besides the password: `sso` if only the OpenID provider signs them in. Codes by
 * email don't count.
 */
export const secondStepOf = ({ oidc, relyingParty }: SignInSettings): SQL<SecondStep> =>
  sql<SecondStep>`case when not ${users.isBreakGlass} and exists (
    select from ${userIdentities}
    where ${userIdentities.userId} = ${users.id} and ${userIdentities.issuer} = ${oidc?.issuer ?? ''}
  ) then 'sso' when exists (
    select from ${passkeys}
    where ${passkeys.userId} = ${users.id} and ${passkeys.rpId} = ${relyingParty?.id ?? ''}
  ) then 'passkey' when exists (
    select from ${authenticationFactors}
    where ${authenticationFactors.userId} = ${users.id}
      and ${authenticationFactors.status} = 'active' and ${authenticationFactors.type} <> 'recovery_code'
      and ${authenticationFactors.channel} is distinct from 'email'
  ) then 'code' else 'none' end`;
