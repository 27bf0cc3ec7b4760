import { useMutation } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { isTooManyRequests } from '#console/api/errors/api-error.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { formatCountdown } from '#console/lib/dates/format-countdown.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import {
  type AuthenticationFactor,
  challengeAuthenticationFactor,
} from '#contract/advocacy/authentication-factors.ts';
import styles from './resend-code.module.css';
import { saveRetryAfter, saveRetryAt, useSecondsUntilResend } from './resend-times.ts';

/** The wait after a 429 without Retry-After. */
const DEFAULT_WAIT_SECONDS = 30;

/** The button that sends a new code, with a countdown until the server allows it. */
export function ResendCode({ factor }: { readonly factor: AuthenticationFactor }) {
  const api = useApi();
  const stepUp = useStepUp();
  const wait = useSecondsUntilResend(factor);
  const writeReason = useScopeReason('authentication_factors:write');
  const send = useMutation({
    mutationFn: () =>
      stepUp.withIdToken((idToken) =>
        api.advocacy.request(challengeAuthenticationFactor, {
          params: { authentication_factor_id: factor.id },
          body: undefined,
          idToken,
        }),
      ),
    onSuccess: ({ data }) => saveRetryAt(factor.id, data.attributes.retry_at),
    onError: (error) => {
      if (isTooManyRequests(error))
        saveRetryAfter(factor.id, error.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS);
    },
  });
  // The countdown shows that it is too early.
  const sendError = isTooManyRequests(send.error)
    ? undefined
    : toUserFacingError(send.error, "Couldn't send a code");
  const waitReason = wait > 0 ? 'You can request a code every 30 seconds' : undefined;
  return (
    <div className={styles.resend}>
      {sendError && <ErrorNotice error={sendError} />}
      <p>
        Didn't get it?{' '}
        <Button
          size="small"
          className={styles.button}
          loading={send.isPending}
          disabledReason={writeReason ?? waitReason}
          onClick={() => send.mutate()}
        >
          {wait > 0 ? `Send a new code in ${formatCountdown(wait)}` : 'Send a new code'}
        </Button>
      </p>
      <p role="status">
        {send.isSuccess && 'We sent a new code. The previous one no longer works.'}
      </p>
    </div>
  );
}
