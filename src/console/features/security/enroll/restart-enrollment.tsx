import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { createFactor, deleteFactor } from '#console/features/security/factor-requests.ts';
import { invalidateFactors } from '#console/features/security/factors-queries.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import type { AuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';
import styles from './restart-enrollment.module.css';

interface RestartEnrollmentProps {
  readonly factor: AuthenticationFactor;
  readonly onRestarted: (factor: AuthenticationFactor) => void;
}

/** Replaces a pending authenticator app whose QR code is gone with a new one. */
export function RestartEnrollment({ factor, onRestarted }: RestartEnrollmentProps) {
  const api = useApi();
  const stepUp = useStepUp();
  const queryClient = useQueryClient();
  const restart = useMutation({
    // Deleting succeeds again on a retry, so both requests can be repeated together.
    mutationFn: () =>
      stepUp.withIdToken(async (idToken) => {
        await deleteFactor(api, factor.id, idToken);
        return createFactor(api, { type: 'one_time_password' }, idToken);
      }),
    onSuccess: (created) => {
      onRestarted(created);
      return invalidateFactors(queryClient);
    },
  });
  const restartError = toUserFacingError(restart.error, "Couldn't create a new QR code");
  return (
    <div className={styles.restart}>
      {restartError && <ErrorNotice error={restartError} />}
      <p>
        Not in your app?{' '}
        <Button
          size="small"
          loading={restart.isPending}
          disabledReason={useScopeReason('authentication_factors:write')}
          onClick={() => restart.mutate()}
        >
          Delete and start again
        </Button>
      </p>
    </div>
  );
}
