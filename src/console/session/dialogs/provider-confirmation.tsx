import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useSession, useStepUp } from '#console/session/session-context.ts';
import { ID_TOKEN_LIFETIME_MS } from '#console/session/step-up/issue-id-token.ts';
import { openStepUpWindow, type StepUpWindow } from '#console/session/step-up/step-up-window.ts';
import {
  providerFailureMessage,
  type WaysToConfirm,
} from '#console/session/step-up/ways-to-confirm.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { finishProviderStepUp, startProviderStepUp } from '#contract/account/provider-step-up.ts';

/** How long the service waits for the window: for its first page, and for its result. */
const WINDOW_MS = 7 * 60_000;

/** The window ended without a code. */
class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed';
}

interface ProviderConfirmationProps extends WaysToConfirm {
  readonly account: Client;
}

/** Confirms at the OpenID provider, in a window. */
export function ProviderConfirmation({ account, ...options }: ProviderConfirmationProps) {
  const stepUp = useStepUp();
  const session = useSession();
  const opened = useRef<StepUpWindow>(undefined);
  const [failure, setFailure] = useState<'blocked' | 'closed'>();
  const confirm = useMutation({
    mutationFn: async (popup: StepUpWindow) => {
      // The code belongs to the access token that began, and the id_token expires with it.
      const atLeastMs = ID_TOKEN_LIFETIME_MS + WINDOW_MS;
      const { accessToken } = await session.access({ atLeastMs });
      session.pinAccessToken(Date.now() + WINDOW_MS);
      const { data } = await account.request(startProviderStepUp, {});
      popup.navigate(data.url);
      const result = await popup.result;
      if ('error' in result) throw new ProviderFailed(result.error);
      const requestedAt = Date.now();
      const { id_token: idToken } = await account.request(finishProviderStepUp, { body: result });
      return { idToken, accessToken, expiresAt: requestedAt + ID_TOKEN_LIFETIME_MS };
    },
    onSuccess: stepUp.confirm,
    onError: (_error, popup) => popup.close(),
  });
  useEffect(() => () => opened.current?.close(), []);

  function handleClick() {
    opened.current?.close();
    const popup = openStepUpWindow(() => setFailure('closed'));
    opened.current = popup;
    setFailure(popup ? undefined : 'blocked');
    if (popup) confirm.mutate(popup);
    else confirm.reset();
  }

  const { provider, ways } = options;
  const { error: failed } = confirm;
  const error =
    failed instanceof ProviderFailed
      ? providerFailureMessage(failed.message, options)
      : toUserFacingError(failed, `Couldn't confirm with ${provider}`);
  const notice = error ?? (failure && providerFailureMessage(failure, options));
  return (
    <>
      {notice && <ErrorNotice error={notice} />}
      {confirm.isPending && !notice && (
        <p role="status">Sign in to {provider} in the small window. This page then continues.</p>
      )}
      <Button
        data-autofocus
        variant={ways.includes('password') ? 'secondary' : 'primary'}
        onClick={handleClick}
      >
        Continue with {provider}
      </Button>
    </>
  );
}
