/** A factor as the sign-in page shows it. */
export interface SignInFactor {
  id: number;
  type: 'one_time_password' | 'out_of_band' | 'recovery_code';
  channel: 'email' | 'sms' | 'voice' | 'fax' | null;
  /** Where a code goes, with its middle masked; null where none is sent. */
  destination: string | null;
}

/** What sign-in needs of a person's factors (decisions.md, 10 and 19). */
export interface SecondFactors {
  /** Active factors, the default first; recovery codes are not among them. Empty: none is asked for. */
  listForSignIn(userId: number): Promise<SignInFactor[]>;
  /** Whether the person has a recovery code that is not used up. */
  hasRecoveryCodes(userId: number): Promise<boolean>;
  /**
   * Sends a code to an out-of-band factor: at most every 30 seconds, but at once where the last one
   * was used.
   * @returns the earliest time of the next one; nothing is sent before it.
   */
  sendCode(userId: number, factorId: number): Promise<Date>;
  /** Whether the code proves the factor, or is one of the person's recovery codes, which it uses up. */
  verify(userId: number, factorId: number, code: string): Promise<boolean>;
}
