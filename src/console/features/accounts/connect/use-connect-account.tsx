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
import { connectResult } from './connect-result.ts';
import { type ConnectTarget, fetchConnectUrl, listCandidates } from './connect-target.ts';
import { useConnect } from './use-connect.ts';

interface ConnectCallbacks {
  /** The account that was connected or reauthorized; it has been told already. */
  readonly onDone?: (account: Account) => void;
  /** Why it could not even be begun; left out, the dialog tells it. */
  readonly onError?: (error: unknown) => void;
}

interface Attempt {
  readonly target: ConnectTarget;
  readonly callbacks: ConnectCallbacks;
  readonly abort: AbortController;
}

/**
 * Connects and reauthorizes accounts at a third party, in a window of its own or in this one, and
 * tells what really came of it.
 *
 * @returns `connect`, to be called in the click itself; and `dialog`, to be rendered
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
    const act = attempt.target.type === 'account_new' ? 'connected' : 'reauthorized';
    showSuccess(`${account.attributes.name} is ${act}.`);
    attempt.callbacks.onDone?.(account);
  }

  function fail(attempt: Attempt, error: unknown) {
    const isNew = attempt.target.type === 'account_new';
    const problem = toUserFacingError(
      error,
      isNew ? 'No account was connected' : 'Nothing was reauthorized',
    );
    if (attempt.callbacks.onError) {
      end(attempt);
      attempt.callbacks.onError(error);
    } else if (problem) {
      setShown({
        attempt,
        step: { kind: 'refused', problem, isFinal: isNotFoundOrForbidden(error) },
      });
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
          const [url, found] = await Promise.all([
            fetchConnectUrl(api, teamId, target, delivery),
            listCandidates(api, teamId, target),
          ]);
          before = found;
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
    // The window that was opened goes, and what it would have told.
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
