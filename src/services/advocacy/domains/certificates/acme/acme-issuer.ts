import { X509Certificate } from 'node:crypto';
import { axios, Client, crypto } from 'acme-client';
import type { CertificateIssuer } from '#services/advocacy/domains/certificates/certificate-issuer.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { getOrCreateAccountKey } from './acme-account-key.ts';
import { deleteChallenge, saveChallenge } from './acme-challenges.ts';

const REQUEST_TIMEOUT_MS = 15_000;
/** Waits up to 37 s for validation and another 37 s for issuance, within the job's lease. */
const POLLING = { backoffMin: 1_000, backoffMax: 5_000, backoffAttempts: 9 };

interface Dependencies {
  db: Database;
  clock: Clock;
  encryption: Encryption;
}

export interface AcmeOptions {
  directoryUrl: string;
  /** Contact for the authority's expiry notices. */
  email: string | undefined;
}

// Remove the library's retry interceptors: the job schedules retries for all processes. The library's
// can sleep for an hour, and hide why a directory is unreachable.
axios.interceptors.request.clear();
axios.interceptors.response.clear();
axios.defaults.timeout = REQUEST_TIMEOUT_MS;

/** Issues certificates by ACME (RFC 8555) with http-01 challenges. One attempt per call. */
export function createAcmeIssuer(
  dependencies: Dependencies,
  { directoryUrl, email }: AcmeOptions,
): CertificateIssuer {
  return {
    id: directoryUrl,
    async issue(name) {
      const accountKey = await getOrCreateAccountKey(dependencies, directoryUrl);
      // A new client for each certificate, because its cached account data can be out of date.
      const client = new Client({ directoryUrl, accountKey, ...POLLING });
      const privateKey = (await crypto.createPrivateEcdsaKey()).toString();
      // No common name: its length is limited, and clients ignore it.
      const [, csr] = await crypto.createCsr({ altNames: [name] }, privateKey);
      const chain = await client.auto({
        csr,
        ...(email === undefined ? {} : { email }),
        termsOfServiceAgreed: true,
        challengePriority: ['http-01'],
        // The domain may be unreachable from inside this network.
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
