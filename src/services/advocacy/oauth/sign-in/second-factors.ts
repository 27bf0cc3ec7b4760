import type { SignInWay } from '#services/advocacy/oauth/tokens/sessions-table.ts';
import type { UserRow } from '#services/advocacy/users/users-store.ts';

export interface SignInFactor {
  id: number;
  type: 'one_time_password' | 'out_of_band' | 'recovery_code' | 'passkey';
  channel: 'email' | 'sms' | 'voice' | 'fax' | null;
  /** The masked address or number that codes are sent to; null for other factors. */
  destination: string | null;
}

/** A user's passkeys, of which the browser lets them choose one. No factor has its id. */
export const PASSKEY_FACTOR: SignInFactor = {
  id: 0,
  type: 'passkey',
  channel: null,
  destination: null,
};

/** Ids ascend. @returns undefined without a factor that has codes */
export function oldestFactorId(factors: readonly SignInFactor[]): number | undefined {
  const ids = factors.filter(({ id }) => id !== PASSKEY_FACTOR.id).map(({ id }) => id);
  return ids.length === 0 ? undefined : Math.min(...ids);
}

/** The second factors of users who sign in (decisions.md, 10 and 19). */
export interface SecondFactors {
  /** Active factors, the default first, without recovery codes. Empty: no second step. */
  listForSignIn(userId: number): Promise<SignInFactor[]>;
  /** Whether the user has an unused recovery code. */
  hasRecoveryCodes(userId: number): Promise<boolean>;
  /**
   * Sends a code to an out-of-band factor at most every 30 seconds, or immediately when the last one
   * was used. Too early, or when too many were sent within a day, nothing is sent.
   * @returns the earliest time of the next one
   */
  sendCode(userId: number, factorId: number): Promise<Date>;
  /**
   * Consumes a code of the factor, or a recovery code. The factor may be `PASSKEY_FACTOR`.
   * @returns which of them it is; undefined if it is not valid
   */
  verify(userId: number, factorId: number, code: string): Promise<SignInWay | undefined>;
}

/** What a passkey proves, and in which browser: the id of a sign-in, or the digest of an access token. */
export interface PasskeyUse {
  purpose: 'sign_in' | 'second_step' | 'step_up';
  boundTo: string;
  /** Whose passkey it has to be; by default anybody's. */
  userId?: number;
}

/** Passkeys of users who sign in, or confirm that it's them (decisions.md, 10 and 65). */
export interface SignInPasskeys {
  /** Whether the user has a passkey that works on this deployment's address. */
  hasUsable(userId: number): Promise<boolean>;
  /**
   * Options for the browser, with a challenge for this use, as JSON of WebAuthn Level 3.
   * @returns undefined where browsers have no passkeys
   */
  requestOptions(use: PasskeyUse): Promise<{ challenge: string } | undefined>;
  /**
   * Uses up the challenge.
   * @returns the user whose passkey signed it
   */
  verify(assertion: unknown, use: PasskeyUse): Promise<UserRow | undefined>;
}
