import type { SignInWay } from '#services/advocacy/oauth/tokens/sessions-table.ts';

/** A factor as the sign-in page shows it. */
export interface SignInFactor {
  id: number;
  type: 'one_time_password' | 'out_of_band' | 'recovery_code';
  channel: 'email' | 'sms' | 'voice' | 'fax' | null;
  /** The masked address or number that codes are sent to; null for other factors. */
  destination: string | null;
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
   * Consumes a code of the factor, or a recovery code.
   * @returns which of them it is; undefined if it is not valid
   */
  verify(userId: number, factorId: number, code: string): Promise<SignInWay | undefined>;
}
