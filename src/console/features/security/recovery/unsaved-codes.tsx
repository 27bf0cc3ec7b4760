import { useScopeReason } from '#console/session/scope-reason.ts';
import { Button } from '#console/ui/button/button.tsx';
import { storedPreference } from '#console/ui/hooks/stored-preference.ts';
import { Banner } from '#console/ui/page/banner.tsx';
import type { AuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';

/** The ID of recovery codes that were created in this browser and not confirmed as saved. */
export const unsavedCodesPreference = storedPreference('unsaved-recovery-codes');

interface UnsavedCodesBannerProps {
  readonly factors: readonly AuthenticationFactor[];
  readonly onDelete: (factor: AuthenticationFactor) => void;
}

/** Reminds of recovery codes that were closed without being saved, until they are or are deleted. */
export function UnsavedCodesBanner({ factors, onDelete }: UnsavedCodesBannerProps) {
  const unsavedId = unsavedCodesPreference.useValue();
  const writeReason = useScopeReason('authentication_factors:write');
  const factor = factors.find(({ id }) => id === unsavedId);
  if (!factor) return null;
  return (
    <Banner
      tone="amber"
      title="Did you save your recovery codes?"
      action={
        <>
          <Button onClick={() => unsavedCodesPreference.write(null)}>I saved them</Button>
          <Button disabledReason={writeReason} onClick={() => onDelete(factor)}>
            Replace them
          </Button>
        </>
      }
    >
      They can't be shown again. If you don't have them, delete them and create new ones.
    </Banner>
  );
}
