import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client } from '#console/api/client.ts';
import { ApiError, isTooManyRequests } from '#console/api/errors/api-error.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { formatCountdown } from '#console/lib/dates/format-countdown.ts';
import { CURRENT_USER_KEY, type CurrentUser } from '#console/session/current-user.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { CodeField } from '#console/ui/form/code-field.tsx';
import { useCountdown } from '#console/ui/hooks/use-countdown.ts';
import { sendEmailCode, verifyEmail } from '#contract/account/verify-email.ts';
import styles from './profile-form.module.css';

/** Minimum time between two codes (advocacy.md, Limits). */
const INTERVAL_SECONDS = 30;

interface VerifyEmailProps {
  readonly user: CurrentUser;
  readonly account: Client;
}

/** Proves an address with the code that was sent there when it was set. */
export function VerifyEmail({ user, account }: VerifyEmailProps) {
  const queryClient = useQueryClient();
  const disabledReason = useScopeReason('identity:write');
  const [code, setCode] = useState('');
  const [isSent, setIsSent] = useState(false);
  const [nextCodeAt, setNextCodeAt] = useState(0);
  const wait = useCountdown(nextCodeAt);
  const waitFor = (seconds: number) => setNextCodeAt(Date.now() + seconds * 1000);
  const verify = useMutation({
    mutationFn: () => account.request(verifyEmail, { body: { code } }),
    onSuccess: ({ data: { email } }) => {
      showSuccess(`Your address ${email} is verified`);
      return queryClient.invalidateQueries({ queryKey: CURRENT_USER_KEY });
    },
  });
  const send = useMutation({
    mutationFn: () => account.request(sendEmailCode, { body: undefined }),
    onSuccess: () => {
      setIsSent(true);
      waitFor(INTERVAL_SECONDS);
    },
    onError: (error) => {
      if (isTooManyRequests(error)) waitFor(error.retryAfterSeconds ?? INTERVAL_SECONDS);
    },
  });
  const sendError = isTooManyRequests(send.error)
    ? undefined
    : toUserFacingError(send.error, "Couldn't send a code");
  const isWrong = verify.error instanceof ApiError && verify.error.status === 422;
  const verifyError = isWrong ? undefined : toUserFacingError(verify.error, "Couldn't verify it");
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        verify.mutate();
      }}
    >
      <p>
        Enter the six-digit code that we sent to <strong>{user.email}</strong>. Until then, links
        for a new password go to your last verified address.
      </p>
      {sendError && <ErrorNotice error={sendError} />}
      {verifyError && <ErrorNotice error={verifyError} />}
      <CodeField
        label="Code"
        value={code}
        error={
          isWrong ? 'This code is wrong or has expired. Only the latest code works.' : undefined
        }
        onChange={({ target }) => setCode(target.value)}
      />
      <div className={styles.actions}>
        <Button
          type="submit"
          loading={verify.isPending}
          disabledReason={disabledReason ?? (code === '' ? 'Enter the code' : undefined)}
        >
          Verify
        </Button>
        <Button
          variant="ghost"
          loading={send.isPending}
          disabledReason={
            disabledReason ?? (wait > 0 ? 'You can request a code every 30 seconds' : undefined)
          }
          onClick={() => send.mutate()}
        >
          {wait > 0 ? `Send again in ${formatCountdown(wait)}` : 'Send again'}
        </Button>
      </div>
      <p role="status">{isSent && 'We sent a new code. The previous one no longer works.'}</p>
    </form>
  );
}
