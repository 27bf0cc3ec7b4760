import { createHash, randomBytes } from 'node:crypto';
import { addSeconds, type Clock, DAY_SECONDS } from '#services/platform/clock.ts';
import type { DemoIdentity } from './demo-identities.ts';

const CODE_SECONDS = 60;
/** How long a grant of the demo networks is valid. */
export const CONSENT_SECONDS = 60 * DAY_SECONDS;

interface Grant {
  type: string;
  identity: DemoIdentity;
  redirectUri: string;
  codeChallenge: string;
  expiresAt: Date;
}

interface Redemption {
  type: string;
  code: string;
  redirectUri: string;
  codeVerifier: string;
}

/** Grants of the demo networks, in memory. */
export interface DemoGrants {
  issueCode(grant: Omit<Grant, 'expiresAt'>): string;
  /** Exchanges a code for an access token; undefined if it is invalid. A code works only once. */
  redeem(redemption: Redemption): string | undefined;
  identify(type: string, accessToken: string): DemoIdentity | undefined;
}

export function createDemoGrants(clock: Clock): DemoGrants {
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, Grant>();
  const random = () => randomBytes(24).toString('base64url');

  const deleteExpired = () => {
    for (const grants of [codes, tokens]) {
      for (const [key, { expiresAt }] of grants) if (expiresAt <= clock.now()) grants.delete(key);
    }
  };

  return {
    issueCode(grant) {
      deleteExpired();
      const code = random();
      codes.set(code, { ...grant, expiresAt: addSeconds(clock.now(), CODE_SECONDS) });
      return code;
    },
    redeem({ type, code, redirectUri, codeVerifier }) {
      deleteExpired();
      const grant = codes.get(code);
      codes.delete(code);
      const challenge = createHash('sha256').update(codeVerifier).digest('base64url');
      const isValid =
        grant?.type === type &&
        grant.redirectUri === redirectUri &&
        grant.codeChallenge === challenge;
      if (!grant || !isValid) return undefined;
      const token = random();
      tokens.set(token, { ...grant, expiresAt: addSeconds(clock.now(), CONSENT_SECONDS) });
      return token;
    },
    identify(type, accessToken) {
      deleteExpired();
      const grant = tokens.get(accessToken);
      return grant?.type === type ? grant.identity : undefined;
    },
  };
}
