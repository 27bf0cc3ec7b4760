import { createLocalJWKSet, importJWK, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { addSeconds, type Clock } from '#services/platform/clock.ts';
import { type Keyring, memoized } from '#services/platform/secrets/keyring.ts';
import type { Caller } from './bearer.ts';

/** advocacy.md, Limits: 15 minutes. */
export const ID_TOKEN_SECONDS = 900;
const ALGORITHM = 'ES256';
const TYPE = 'step-up+jwt';

const claimsSchema = z.object({ sub: z.string(), ath: z.string() });

/** Issues and verifies step-up tokens for sensitive changes (advocacy.md, Authentication 3). */
export interface IdTokens {
  /** A signed JWT, bound to the caller and their access token, valid for 15 minutes. */
  issue(caller: Caller): Promise<string>;
  /** Whether the token is valid and bound to the caller's access token. */
  verify(idToken: string, caller: Caller): Promise<boolean>;
}

/** @param issuer {base_url} of the contract */
export function createIdTokens(
  keyring: Pick<Keyring, 'signing'>,
  issuer: string,
  clock: Clock,
): IdTokens {
  const keySet = memoized(
    () => keyring.signing,
    (keys) => createLocalJWKSet({ keys: keys.map(({ d: _secret, ...jwk }) => jwk) }),
  );
  return {
    async issue(caller) {
      const [current] = keyring.signing;
      if (!current) throw new Error('The keyring has no signing key');
      const now = clock.now();
      return new SignJWT({ ath: caller.tokenDigest })
        .setProtectedHeader({ alg: ALGORITHM, kid: current.kid, typ: TYPE })
        .setIssuer(issuer)
        .setAudience(issuer)
        .setSubject(String(caller.userId))
        .setIssuedAt(now)
        .setExpirationTime(addSeconds(now, ID_TOKEN_SECONDS))
        .sign(await importJWK(current, ALGORITHM));
    },
    async verify(idToken, caller) {
      try {
        const { payload } = await jwtVerify(idToken, keySet(), {
          algorithms: [ALGORITHM],
          typ: TYPE,
          issuer,
          audience: issuer,
          currentDate: clock.now(),
          requiredClaims: ['exp', 'iat', 'sub', 'ath'],
        });
        const { sub, ath } = z.parse(claimsSchema, payload);
        return sub === String(caller.userId) && ath === caller.tokenDigest;
      } catch {
        return false;
      }
    },
  };
}
