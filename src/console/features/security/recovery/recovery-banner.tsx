import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useCreateFactor } from '#console/features/security/enroll/use-create-factor.ts';
import { type FactorKindId, findFactorKind } from '#console/features/security/factor-kinds.ts';
import { usableFactors } from '#console/features/security/usable-factors.ts';
import { useScopeReason } from '#console/session/session-context.ts';
import { Button } from '#console/ui/button/button.tsx';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { Banner } from '#console/ui/page/banner.tsx';
import type { AuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';

interface RecoveryBannerProps {
  readonly factors: readonly AuthenticationFactor[];
  /** Takes the recovery codes that were made. */
  readonly onCreated: (factor: AuthenticationFactor) => void;
}

/** What a person loses who has one factor of the kind only. */
const LOST: Partial<Record<FactorKindId, string>> = {
  app: 'Lose this phone and you are locked out',
  sms: 'Lose this phone and you are locked out',
  voice: 'Lose this phone and you are locked out',
  email: 'Lose this mailbox and you are locked out',
};

/** Says that there is no way back in without the factors, as long as there are no recovery codes. */
export function RecoveryBanner({ factors, onCreated }: RecoveryBannerProps) {
  const writeReason = useScopeReason('authentication_factors:write');
  const { showError } = useToast();
  const create = useCreateFactor({
    onCreated,
    onError: (error) => {
      const problem = toUserFacingError(error, "The recovery codes weren't made");
      if (problem) showError(problem);
    },
  });
  const usable = usableFactors(factors);
  const [first] = usable;
  const hasCodes = factors.some(({ attributes }) => attributes.type === 'recovery_code');
  if (!first || hasCodes) return null;
  const kind = findFactorKind(first)?.id;
  const isOnly = usable.length === 1;
  const lost = (isOnly && kind && LOST[kind]) || 'Lose your factors and you are locked out';
  return (
    <Banner
      tone="amber"
      title={lost}
      action={
        <Button
          loading={create.isPending}
          disabledReason={writeReason}
          onClick={() => create.mutate({ type: 'recovery_code' })}
        >
          Create recovery codes
        </Button>
      }
    >
      You have {isOnly ? 'one factor' : `${usable.length} factors`} and no recovery codes. Ten codes
      on paper take a minute.
    </Banner>
  );
}
