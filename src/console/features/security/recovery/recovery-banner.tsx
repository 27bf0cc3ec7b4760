import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useCreateFactor } from '#console/features/security/enroll/use-create-factor.ts';
import { type FactorKindId, findFactorKind } from '#console/features/security/factor-kinds.ts';
import { usableFactors } from '#console/features/security/usable-factors.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { Button } from '#console/ui/button/button.tsx';
import { showError } from '#console/ui/feedback/toasts.ts';
import { Banner } from '#console/ui/page/banner.tsx';
import type { AuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';

interface RecoveryBannerProps {
  readonly factors: readonly AuthenticationFactor[];
  /** How many passkeys sign-in asks for. */
  readonly passkeys: number;
  /** Receives the new recovery codes. */
  readonly onCreated: (factor: AuthenticationFactor) => void;
}

/** The warnings for users with a single factor. */
const SINGLE_FACTOR_WARNINGS: Partial<Record<FactorKindId, string>> = {
  app: "If you lose this phone, you'll be locked out",
  sms: "If you lose this phone, you'll be locked out",
  voice: "If you lose this phone, you'll be locked out",
  email: "If you lose this mailbox, you'll be locked out",
};

/** Offers to create recovery codes if the user has factors but no codes. */
export function RecoveryBanner({ factors, passkeys, onCreated }: RecoveryBannerProps) {
  const writeReason = useScopeReason('authentication_factors:write');
  const create = useCreateFactor({
    onCreated,
    onError: (error) => {
      const createError = toUserFacingError(error, "Couldn't create recovery codes");
      if (createError) showError(createError);
    },
  });
  const usable = usableFactors(factors);
  const [first] = usable;
  const hasCodes = factors.some(({ attributes }) => attributes.type === 'recovery_code');
  const methods = usable.length + passkeys;
  if (methods === 0 || hasCodes) return null;
  const kind = first && findFactorKind(first)?.id;
  const isSingle = methods === 1;
  const warning =
    (isSingle && kind && SINGLE_FACTOR_WARNINGS[kind]) ||
    "If you lose your methods, you'll be locked out";
  return (
    <Banner
      tone="amber"
      title={warning}
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
      You have {isSingle ? 'one method' : `${methods} methods`} and no recovery codes. Save some so
      that you can always sign in.
    </Banner>
  );
}
