import { useMutation } from '@tanstack/react-query';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useSession, useStepUp } from '#console/session/session-context.ts';
import { ID_TOKEN_LIFETIME_MS } from '#console/session/step-up/issue-id-token.ts';
import { adviseOtherWays, type WaysToConfirm } from '#console/session/step-up/ways-to-confirm.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { confirmWithPasskey, createStepUpOptions } from '#contract/account/passkeys.ts';

interface PasskeyConfirmationProps extends WaysToConfirm {
  readonly account: Client;
}

/** Confirms with a passkey. */
export function PasskeyConfirmation({ account, ...options }: PasskeyConfirmationProps) {
  const stepUp = useStepUp();
  const session = useSession();
  const confirm = useMutation({
    mutationFn: async () => {
      // The id_token expires with its access token, which therefore has to last as long.
      const { accessToken } = await session.access({ atLeastMs: ID_TOKEN_LIFETIME_MS });
      const { data: optionsJSON } = await account.request(createStepUpOptions, {});
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const credential = await startAuthentication({ optionsJSON });
      const requestedAt = Date.now();
      const { id_token: idToken } = await account.request(confirmWithPasskey, {
        body: { credential },
      });
      return { idToken, accessToken, expiresAt: requestedAt + ID_TOKEN_LIFETIME_MS };
    },
    onSuccess: stepUp.confirm,
  });
  const isCanceled = confirm.error instanceof Error && confirm.error.name === 'NotAllowedError';
  const error = isCanceled
    ? {
        title: 'No passkey was used',
        detail: adviseOtherWays('try again', 'passkey', options),
      }
    : toUserFacingError(confirm.error, "Couldn't confirm with a passkey");
  return (
    <>
      {error && <ErrorNotice error={error} />}
      <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
        Use a passkey
      </Button>
    </>
  );
}
