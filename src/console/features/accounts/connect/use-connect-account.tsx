import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { isNotFoundOrForbidden } from '#console/api/errors/forbidden-message.ts';
import { accountsKey } from '#console/features/accounts/accounts-queries.ts';
import { useTeamId } from '#console/session/team.ts';
import { useToast } from '#console/ui/feedback/toast.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import { ConnectDialog, type ConnectStep } from './connect-dialog.tsx';
import type { ConnectDelivery } from './connect-popup.ts';
import { connectResult, failureTitle } from './connect-result.ts';
import { type ConnectTarget, fetchConnectUrl, listCandidates } from './connect-target.ts';
import { useConnect } from './use-connect.ts';

interface ConnectCallbacks {
  /** Called after the success toast. */
  readonly onDone?: (account: Account) => void;
  /** Called if the network's URL can't be fetched; without it, the dialog shows the error. */
  readonly onError?: (error: unknown) => void;
}

interface Attempt {
  readonly target: ConnectTarget;
  readonly callbacks: ConnectCallbacks;
  readonly abort: AbortController;
}

/**
 * Connects and reauthorizes accounts at a network, in a popup or in this tab.
 *
 * @returns `connect`, to call synchronously in a click handler, and `dialog`, to render
 */
export function useConnectAccount() {
  const api = useApi();
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const { showSuccess, clearSuccess } = useToast();
  const { openConnectPopup, connectByRedirect } = useConnect();
  const [shown, setShown] = useState<{ attempt: Attempt; step: ConnectStep }>();
  const currentAttempt = useRef<Attempt>(undefined);

  function end(attempt: Attempt) {
    attempt.abort.abort();
    if (currentAttempt.current === attempt) currentAttempt.current = undefined;
    setShown(undefined);
  }

  function succeed(attempt: Attempt, account: Account) {
    end(attempt);
    const verb = attempt.target.type === 'account_new' ? 'connected' : 'reauthorized';
    showSuccess(`${account.attributes.name} is ${verb}.`);
    attempt.callbacks.onDone?.(account);
  }

  function fail(attempt: Attempt, cause: unknown) {
    const error = toUserFacingError(cause, failureTitle(attempt.target.type));
    if (attempt.callbacks.onError) {
      end(attempt);
      attempt.callbacks.onError(cause);
    } else if (error) {
      const isFinal = isNotFoundOrForbidden(cause);
      setShown({ attempt, step: { kind: 'failed', error, isFinal } });
    }
  }

  async function connect(target: ConnectTarget, callbacks: ConnectCallbacks = {}) {
    const attempt: Attempt = { target, callbacks, abort: new AbortController() };
    const isStale = () => currentAttempt.current !== attempt;
    let before: readonly Account[] = [];
    currentAttempt.current = attempt;
    clearSuccess();
    setShown({ attempt, step: { kind: 'waiting' } });
    try {
      const opened = openConnectPopup({
        type: target.type,
        signal: attempt.abort.signal,
        onBlocked: () =>
          new Promise((resolve) =>
            setShown({ attempt, step: { kind: 'blocked', onContinue: resolve } }),
          ),
        fetchUrl: async (delivery: ConnectDelivery) => {
          const [url, candidates] = await Promise.all([
            fetchConnectUrl(api, teamId, target, delivery),
            listCandidates(api, teamId, target),
          ]);
          before = candidates;
          return url;
        },
      });
      const result = connectResult(await opened, target.label);
      void queryClient.invalidateQueries({ queryKey: accountsKey(teamId) });
      if (isStale()) return;
      if (result.kind === 'connected') succeed(attempt, result.account);
      else
        setShown({
          attempt,
          step: result.kind === 'unknown' ? { kind: 'unknown', before } : result,
        });
    } catch (error) {
      if (!isStale()) fail(attempt, error);
    }
  }

  async function continueHere(attempt: Attempt) {
    // Close the window and ignore its message.
    currentAttempt.current = undefined;
    attempt.abort.abort();
    try {
      await connectByRedirect({
        type: attempt.target.type,
        fetchUrl: (delivery) => fetchConnectUrl(api, teamId, attempt.target, delivery),
      });
    } catch (error) {
      fail(attempt, error);
    }
  }

  const dialog = shown && (
    <ConnectDialog
      target={shown.attempt.target}
      step={shown.step}
      onFound={(account) => succeed(shown.attempt, account)}
      onRetry={() => void connect(shown.attempt.target, shown.attempt.callbacks)}
      onContinueHere={() => void continueHere(shown.attempt)}
      onClose={() => end(shown.attempt)}
    />
  );
  return { connect, dialog };
}
