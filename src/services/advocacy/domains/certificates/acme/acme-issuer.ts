import { X509Certificate } from 'node:crypto';
import { axios, Client, crypto } from 'acme-client';
import type { CertificateIssuer } from '#services/advocacy/domains/certificates/certificate-issuer.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { getOrCreateAccountKey } from './acme-account-key.ts';
import { deleteChallenge, saveChallenge } from './acme-challenges.ts';

const REQUEST_TIMEOUT_MS = 15_000;
/** How long validation, and then issuance, is waited for: 37 s each, within the job's claim. */
const POLLING = { backoffMin: 1_000, backoffMax: 5_000, backoffAttempts: 9 };

interface Dependencies {
  db: Database;
  clock: Clock;
  encryption: Encryption;
}

export interface AcmeOptions {
  directoryUrl: string;
  /** Where the authority writes about certificates that are about to expire, if it does. */
  email: string | undefined;
}

// The library's own retries are interceptors. When to try again is the job's to say, for all
// processes; theirs can sleep for an hour, and lose the reason of a directory that is out of reach.
axios.interceptors.request.clear();
axios.interceptors.response.clear();
axios.defaults.timeout = REQUEST_TIMEOUT_MS;

/** Certificates by ACME (RFC 8555), each domain proven by http-01. One attempt a call. */
export function createAcmeIssuer(
  dependencies: Dependencies,
  { directoryUrl, email }: AcmeOptions,
): CertificateIssuer {
  return {
    id: directoryUrl,
    async issue(name) {
      const accountKey = await getOrCreateAccountKey(dependencies, directoryUrl);
      // A client for each certificate: what it remembers of the account can have become wrong.
      const client = new Client({ directoryUrl, accountKey, ...POLLING });
      const privateKey = (await crypto.createPrivateEcdsaKey()).toString();
      // No common name: it has a longest length, and nothing reads it any more.
      const [, csr] = await crypto.createCsr({ altNames: [name] }, privateKey);
      const chain = await client.auto({
        csr,
        ...(email === undefined ? {} : { email }),
        termsOfServiceAgreed: true,
        challengePriority: ['http-01'],
        // From in here the domain may well be out of reach.
        skipChallengeVerification: true,
        async challengeCreateFn(_authorization, { type, token }, keyAuthorization) {
          if (type !== 'http-01') throw new Error('The authority offers no http-01 challenge');
          await saveChallenge(dependencies, token, keyAuthorization);
        },
        challengeRemoveFn: (_authorization, { token }) => deleteChallenge(dependencies, token),
      });
      return { chain, privateKey, expiresAt: new X509Certificate(chain).validToDate };
    },
  };
}
