import { useOutletContext } from 'react-router';
import type { AuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';

/** What the page gives the dialogs over it. */
export interface SecurityOutlet {
  /** The factors as they were read; undefined until they are. */
  readonly factors: readonly AuthenticationFactor[] | undefined;
  /** The factor that was created last, with what only the answer to that tells. Never stored. */
  readonly created: AuthenticationFactor | undefined;
  /** Goes on with a factor that was just created: to its code, or to the recovery codes. */
  readonly onCreated: (factor: AuthenticationFactor) => void;
}

export const useSecurityOutlet = () => useOutletContext<SecurityOutlet>();
