import { encryptedCredentials } from '#services/advocacy/accounts/account-credentials.ts';
import { encryptedVerifiers } from '#services/advocacy/accounts/connect/connect-states.ts';
import { encryptedSeeds } from '#services/advocacy/authentication-factors/one-time-password.ts';
import { encryptedAccountKeys } from '#services/advocacy/domains/certificates/acme/acme-account-key.ts';
import { encryptedCertificateKeys } from '#services/advocacy/domains/certificates/issue-certificates.ts';
import { encryptedAuthorityKeys } from '#services/advocacy/domains/certificates/local-authority.ts';
import {
  encryptedInboxSecrets,
  encryptedLoyaltyKeys,
  encryptedPreviousInboxSecrets,
} from '#services/gateway/loyalty/loyalty-connections.ts';
import {
  encryptedNextWebhookSecrets,
  encryptedPreviousWebhookSecrets,
  encryptedWebhookSecrets,
} from '#services/loyalty/webhooks/targets/webhook-targets.ts';
import { encryptedTexts } from '#services/platform/messages/messages.ts';

/** All encrypted columns. A key that none of their values uses can be retired. */
export const ENCRYPTED_COLUMNS = [
  encryptedCredentials,
  encryptedVerifiers,
  encryptedSeeds,
  encryptedCertificateKeys,
  encryptedAuthorityKeys,
  encryptedAccountKeys,
  encryptedTexts,
  encryptedLoyaltyKeys,
  encryptedInboxSecrets,
  encryptedWebhookSecrets,
  encryptedPreviousInboxSecrets,
  encryptedPreviousWebhookSecrets,
  encryptedNextWebhookSecrets,
];
