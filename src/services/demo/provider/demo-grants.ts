import { createHash, randomBytes } from 'node:crypto';
import { addSeconds, type Clock, DAY_SECONDS } from '#services/platform/clock.ts';
import type { DemoIdentity } from './demo-identities.ts';

const CODE_SECONDS = 60;
/** How long the demo's networks let an application in. */
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

/** What the demo's networks remember of who let Patron in; kept in memory, gone with the process. */
export interface DemoGrants {
  issueCode(grant: Omit<Grant, 'expiresAt'>): string;
  /** The access token for a code, or undefined where it is not good; either way it is used up. */
  redeem(redemption: Redemption): string | undefined;
  identify(type: string, accessToken: string): DemoIdentity | undefined;
}

/** Remembers nothing at first. */
export function createDemoGrants(clock: Clock): DemoGrants {
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, Grant>();
  const random = () => randomBytes(24).toString('base64url');

  const forgetExpired = () => {
    for (const kept of [codes, tokens]) {
      for (const [key, { expiresAt }] of kept) if (expiresAt <= clock.now()) kept.delete(key);
    }
  };

  return {
    issueCode(grant) {
      forgetExpired();
      const code = random();
      codes.set(code, { ...grant, expiresAt: addSeconds(clock.now(), CODE_SECONDS) });
      return code;
    },
    redeem({ type, code, redirectUri, codeVerifier }) {
      forgetExpired();
      const grant = codes.get(code);
      codes.delete(code);
      const challenge = createHash('sha256').update(codeVerifier).digest('base64url');
      const isGood =
        grant?.type === type &&
        grant.redirectUri === redirectUri &&
        grant.codeChallenge === challenge;
      if (!grant || !isGood) return undefined;
      const token = random();
      tokens.set(token, { ...grant, expiresAt: addSeconds(clock.now(), CONSENT_SECONDS) });
      return token;
    },
    identify(type, accessToken) {
      forgetExpired();
      const grant = tokens.get(accessToken);
      return grant?.type === type ? grant.identity : undefined;
    },
  };
}
