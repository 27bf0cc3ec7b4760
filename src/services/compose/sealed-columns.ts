import { sealedCredentials } from '../advocacy/accounts/account-credentials.ts';
import { sealedVerifiers } from '../advocacy/accounts/connect/connect-states.ts';
import { sealedSeeds } from '../advocacy/authentication-factors/one-time-password.ts';
import { sealedAccountKeys } from '../advocacy/domains/acme/acme-account-key.ts';
import { sealedCertificateKeys } from '../advocacy/domains/issue-certificates.ts';
import { sealedAuthorityKeys } from '../advocacy/domains/local-authority.ts';
import { sealedInboxSecrets, sealedLoyaltyKeys } from '../gateway/loyalty/loyalty-connections.ts';
import { sealedWebhookSecrets } from '../loyalty/webhooks/webhook-targets.ts';
import { sealedTexts } from '../platform/messages/messages.ts';

/** All that is stored encrypted: a key that none of it needs can be retired. */
export const SEALED_COLUMNS = [
  sealedCredentials,
  sealedVerifiers,
  sealedSeeds,
  sealedCertificateKeys,
  sealedAuthorityKeys,
  sealedAccountKeys,
  sealedTexts,
  sealedLoyaltyKeys,
  sealedInboxSecrets,
  sealedWebhookSecrets,
];
