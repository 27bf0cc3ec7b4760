import { useMutation, useQuery } from '@tanstack/react-query';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useSession, useStepUp } from '#console/session/session-context.ts';
import { ID_TOKEN_LIFETIME_MS } from '#console/session/step-up/issue-id-token.ts';
import { passkeysQuery } from '#console/session/step-up/passkeys-query.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { confirmWithPasskey, createStepUpOptions } from '#contract/account/passkeys.ts';

/** Confirms with a passkey instead of the password; absent for users without one. */
export function PasskeyConfirmation({ account }: { readonly account: Client }) {
  const stepUp = useStepUp();
  const session = useSession();
  const { data: passkeys } = useQuery(passkeysQuery(account));
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
  if (!passkeys?.some(({ usable }) => usable)) return null;
  const isCanceled = confirm.error instanceof Error && confirm.error.name === 'NotAllowedError';
  const error = isCanceled
    ? { title: 'No passkey was used', detail: 'Try again, or enter your password.' }
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
