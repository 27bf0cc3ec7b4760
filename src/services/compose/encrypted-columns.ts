import { sealedCredentials } from '#services/advocacy/accounts/account-credentials.ts';
import { sealedVerifiers } from '#services/advocacy/accounts/connect/connect-states.ts';
import { sealedSeeds } from '#services/advocacy/authentication-factors/one-time-password.ts';
import { sealedAccountKeys } from '#services/advocacy/domains/certificates/acme/acme-account-key.ts';
import { sealedCertificateKeys } from '#services/advocacy/domains/certificates/issue-certificates.ts';
import { sealedAuthorityKeys } from '#services/advocacy/domains/certificates/local-authority.ts';
import {
  sealedInboxSecrets,
  sealedLoyaltyKeys,
} from '#services/gateway/loyalty/loyalty-connections.ts';
import { sealedWebhookSecrets } from '#services/loyalty/webhooks/targets/webhook-targets.ts';
import { encryptedTexts } from '#services/platform/messages/messages.ts';

/** All that is stored encrypted: a key that none of it needs can be retired. */
export const SEALED_COLUMNS = [
  sealedCredentials,
  sealedVerifiers,
  sealedSeeds,
  sealedCertificateKeys,
  sealedAuthorityKeys,
  sealedAccountKeys,
  encryptedTexts,
  sealedLoyaltyKeys,
  sealedInboxSecrets,
  sealedWebhookSecrets,
];
