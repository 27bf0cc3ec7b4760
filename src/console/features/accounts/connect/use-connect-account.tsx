import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { isNotFoundOrForbidden } from '#console/api/errors/forbidden-message.ts';
import { paths } from '#console/paths.ts';
import { useConfig } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { fullAccountName } from '#console/shared/accounts/account-name.ts';
import { accountsKey } from '#console/shared/accounts/all-accounts-query.ts';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { useViewAction } from '#console/ui/feedback/use-view-action.ts';
import type { Account } from '#contract/advocacy/accounts.ts';
import { ConnectDialog, type ConnectStep } from './connect-dialog.tsx';
import type { ConnectOutcome } from './connect-message.ts';
import type { ConnectDelivery } from './connect-popup.ts';
import { connectResult, failureTitle } from './connect-result.ts';
import {
  type ConnectTarget,
  fetchConnectUrl,
  listCandidates,
  parseConnectTarget,
} from './connect-target.ts';
import { type ConnectReturn, useConnect, useConnectReturn } from './use-connect.ts';

interface ConnectCallbacks {
  /** Called after the success toast. */
  readonly onDone?: (account: Account) => void;
  /** Called if the network's URL can't be fetched; without it, the dialog shows the error. */
  readonly onError?: (error: unknown) => void;
}

interface ConnectOptions {
  /**
   * Shows the outcome of connecting by redirect, and is called after its success. Given by the pages
   * that connecting starts on.
   */
  readonly onReturned?: (account: Account) => void;
}

interface Attempt {
  readonly target: ConnectTarget;
  readonly callbacks: ConnectCallbacks;
  readonly abort: AbortController;
}

/** In place of a target that another version of the console stored. */
const UNKNOWN_TARGET: ConnectTarget = {
  type: 'account_new',
  accountType: '',
  label: 'the network',
};

/**
 * Connects and reauthorizes accounts at a network, in a popup or in this tab.
 *
 * @returns `connect`, to call synchronously in a click handler, and `dialog`, to render
 */
export function useConnectAccount({ onReturned }: ConnectOptions = {}) {
  const api = useApi();
  const { accountTypes } = useConfig();
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const { showSuccess, clearSuccess } = useToast();
  const viewAction = useViewAction();
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
    showSuccess(
      `${account.attributes.name} is ${verb}.`,
      viewAction(paths.account(teamId, account.id)),
      fullAccountName(accountTypes, account),
    );
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

  function showOutcome(attempt: Attempt, outcome: ConnectOutcome, before?: readonly Account[]) {
    const { label } = attempt.target;
    const result = connectResult(outcome, label);
    if (result.kind === 'connected') succeed(attempt, result.account);
    else if (result.kind !== 'unknown') setShown({ attempt, step: result });
    else if (before) setShown({ attempt, step: { kind: 'unknown', before } });
    else {
      const detail = 'Check whether the account is connected, and try again if it isn’t.';
      const error = { title: `No response from ${label}`, detail };
      setShown({ attempt, step: { kind: 'failed', error, isFinal: false } });
    }
  }

  const returned = useConnectReturn();
  const isReturnHandled = useRef(false);
  const handleReturn = useEffectEvent(({ outcome, target: stored }: ConnectReturn) => {
    void queryClient.invalidateQueries({ queryKey: accountsKey(teamId) });
    const target = parseConnectTarget(stored) ?? UNKNOWN_TARGET;
    const callbacks = onReturned ? { onDone: onReturned } : {};
    const attempt: Attempt = { target, callbacks, abort: new AbortController() };
    currentAttempt.current = attempt;
    showOutcome(attempt, outcome);
  });
  useEffect(() => {
    if (!returned || !onReturned || isReturnHandled.current) return;
    isReturnHandled.current = true;
    handleReturn(returned);
  }, [returned, onReturned]);

  async function connect(target: ConnectTarget, callbacks: ConnectCallbacks = {}) {
    const attempt: Attempt = { target, callbacks, abort: new AbortController() };
    const isStale = () => currentAttempt.current !== attempt;
    let before: readonly Account[] = [];
    currentAttempt.current = attempt;
    clearSuccess();
    setShown({ attempt, step: { kind: 'waiting' } });
    try {
      const outcome = await openConnectPopup({
        type: target.type,
        signal: attempt.abort.signal,
        fetchUrl: async (delivery: ConnectDelivery) => {
          const [url, candidates] = await Promise.all([
            fetchConnectUrl(api, teamId, target, delivery),
            listCandidates(api, teamId, target),
          ]);
          before = candidates;
          return url;
        },
      });
      if (outcome.kind === 'blocked') {
        // This tab goes to the network only when the user says so.
        if (!isStale()) setShown({ attempt, step: outcome });
        return;
      }
      void queryClient.invalidateQueries({ queryKey: accountsKey(teamId) });
      if (!isStale()) showOutcome(attempt, outcome, before);
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
        target: attempt.target,
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
      onReauthorize={(account) =>
        void connect(
          { type: 'account_edit', account, label: shown.attempt.target.label },
          shown.attempt.callbacks,
        )
      }
      onRetry={() => void connect(shown.attempt.target, shown.attempt.callbacks)}
      onContinueHere={() => void continueHere(shown.attempt)}
      onClose={() => end(shown.attempt)}
    />
  );
  return { connect, dialog };
}
