import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { ApiError, isTooManyRequests } from '#console/api/errors/api-error.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { formatCountdown } from '#console/lib/dates/format-countdown.ts';
import { profileQuery } from '#console/session/profile-query.ts';
import {
  useConfig,
  useProviderName,
  useSession,
  useStepUp,
} from '#console/session/session-context.ts';
import { issueIdToken } from '#console/session/step-up/issue-id-token.ts';
import type { WaysToConfirm } from '#console/session/step-up/ways-to-confirm.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { PasswordField } from '#console/ui/form/password-field.tsx';
import { useCountdown } from '#console/ui/hooks/use-countdown.ts';
import { DialogFooter } from '#console/ui/overlay/dialog.tsx';
import { ModalInterruption } from '#console/ui/overlay/modal-interruption.tsx';
import { PasskeyConfirmation } from './passkey-confirmation.tsx';
import { ProviderConfirmation } from './provider-confirmation.tsx';
import styles from './step-up-dialog.module.css';
import { UsernameField } from './username-field.tsx';

/** For a 429 without `Retry-After`. */
const DEFAULT_WAIT_SECONDS = 60;

/**
 * Asks for the password, a passkey or a sign-in at the OpenID provider before a sensitive change; the dialog
 * that makes it keeps its input.
 */
export function StepUpDialog() {
  const settings = useConfig().extensions?.account;
  const provider = useProviderName();
  const profile = useQuery({ ...profileQuery(useApi()), staleTime: 0 });
  const { isPending, fetchStatus, failureCount } = profile;
  // Where an OpenID provider signs users in, some have no password to ask for.
  const isFirstTry = isPending && fetchStatus === 'fetching' && failureCount === 0;
  if (settings?.confirm?.includes('sso') && isFirstTry) return null;
  return <ConfirmationDialog ways={profile.data?.confirm ?? ['password']} provider={provider} />;
}

function ConfirmationDialog(options: WaysToConfirm) {
  const { ways } = options;
  const hasPassword = ways.includes('password');
  const stepUp = useStepUp();
  const session = useSession();
  const { advocacy, extensions } = useConfig();
  const { account } = useApi();
  const baseUrl = new URL(advocacy.baseUrl, location.origin).href;
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  // In ms since 1970.
  const [blockedUntil, setBlockedUntil] = useState(0);
  const confirm = useMutation({
    mutationFn: (text: string) => issueIdToken(session, baseUrl, text),
    onSuccess: stepUp.confirm,
    onError: (error) => {
      if (isWrongPassword(error)) {
        form.current?.querySelector<HTMLInputElement>('[name="password"]')?.select();
      }
      if (isTooManyRequests(error)) {
        setBlockedUntil(Date.now() + (error.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS) * 1000);
      }
    },
  });
  const wait = useCountdown(blockedUntil);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setIsMissing(password === '');
    if (password !== '' && !confirm.isPending && wait === 0) confirm.mutate(password);
  }

  const wrongPassword = extensions?.account
    ? "That isn't your password. After five wrong attempts, you'll have to wait 15 minutes."
    : "That isn't your password.";
  const fieldError = isMissing
    ? 'Enter your password'
    : isWrongPassword(confirm.error)
      ? wrongPassword
      : undefined;
  const formError =
    fieldError === undefined && !isTooManyRequests(confirm.error)
      ? toUserFacingError(confirm.error, "Couldn't check your password")
      : undefined;

  return (
    <ModalInterruption
      title="Confirm it's you"
      description={`${describeWays(options)} We won't ask again for 15 minutes, unless you reload the page.`}
      onCancel={stepUp.cancel}
      onAbandoned={stepUp.cancel}
    >
      <form ref={form} noValidate className={styles.form} onSubmit={handleSubmit}>
        {account && ways.includes('sso') && <ProviderConfirmation account={account} {...options} />}
        {hasPassword && (
          <>
            {formError && <ErrorNotice error={formError} />}
            <UsernameField />
            {wait > 0 && (
              <p role="alert" className={styles.wait}>
                Too many attempts. Try again in {formatCountdown(wait)}.
              </p>
            )}
            <PasswordField
              label="Password"
              name="password"
              required
              value={password}
              error={fieldError}
              onChange={(event) => {
                setPassword(event.target.value);
                setIsMissing(false);
              }}
            />
          </>
        )}
        {account && ways.includes('passkey') && (
          <PasskeyConfirmation account={account} {...options} />
        )}
        <DialogFooter>
          <Button variant="ghost" onClick={stepUp.cancel}>
            Cancel
          </Button>
          {hasPassword && (
            <Button
              type="submit"
              variant="primary"
              loading={confirm.isPending}
              disabledReason={wait > 0 ? 'Too many attempts' : undefined}
            >
              Confirm
            </Button>
          )}
        </DialogFooter>
      </form>
    </ModalInterruption>
  );
}

function describeWays({ ways, provider }: WaysToConfirm): string {
  const hasPassword = ways.includes('password');
  if (ways.includes('sso')) {
    return `Continue with ${provider}${hasPassword ? ', or enter your password' : ' to confirm'}.`;
  }
  return hasPassword ? 'Enter your password to continue.' : 'Use a passkey to continue.';
}

/** The specification states no status for it (decisions.md, 56). */
function isWrongPassword(error: unknown): boolean {
  return error instanceof ApiError && [400, 401, 403, 422].includes(error.status);
}
