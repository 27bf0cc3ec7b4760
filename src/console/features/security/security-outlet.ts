import { useOutletContext } from 'react-router';
import type { AuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';

/** What the page passes to the dialogs over it. */
export interface SecurityOutlet {
  /** Undefined until they are loaded. */
  readonly factors: readonly AuthenticationFactor[] | undefined;
  /** The factor created last, with the secrets that only that response contains. Never stored. */
  readonly created: AuthenticationFactor | undefined;
  /** Opens the next step for a new factor: verifying it, or saving the recovery codes. */
  readonly onCreated: (factor: AuthenticationFactor) => void;
}

export const useSecurityOutlet = () => useOutletContext<SecurityOutlet>();
