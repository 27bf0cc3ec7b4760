import { Banner } from '#console/ui/page/banner.tsx';
import type { AuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';
import { isPending } from './factor-kinds.ts';
import { usableFactors } from './usable-factors.ts';

interface PasswordOnlyBannerProps {
  readonly factors: readonly AuthenticationFactor[];
}

/** Says that the factors in the list protect nothing: none is active, or only recovery codes are. */
export function PasswordOnlyBanner({ factors }: PasswordOnlyBannerProps) {
  if (factors.length === 0 || usableFactors(factors).length > 0) return null;
  return (
    <Banner tone="amber" title="Your password alone signs you in">
      {factors.some(isPending)
        ? 'No factor is asked for before it is verified.'
        : 'Recovery codes only stand in for another factor. Add one, and you are asked for it when you sign in.'}
    </Banner>
  );
}
