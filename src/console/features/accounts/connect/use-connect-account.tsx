import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { isNotFoundOrForbidden } from '#console/api/errors/forbidden-message.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { paths } from '#console/paths.ts';
import { useConfig, useSessionOwned } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { accountName, fullAccountName } from '#console/shared/accounts/account-name.ts';
import { accountsKey } from '#console/shared/accounts/all-accounts-query.ts';
import { clearSuccess, showError, showSuccess } from '#console/ui/feedback/toasts.ts';
import type { Account } from '#contract/advocacy/accounts.ts';
import { ConnectDialog, type ConnectStep } from './connect-dialog.tsx';
import type { ConnectOutcome } from './connect-message.ts';
import { type ConnectDelivery, connectByRedirect, openConnectPopup } from './connect-popup.ts';
import { connectResult, failureTitle, noResponse } from './connect-result.ts';
import {
  type ConnectTarget,
  fetchConnectUrl,
  findConnectedAccount,
  listCandidates,
  parseConnectTarget,
} from './connect-target.ts';
import { type ConnectReturn, useConnectReturn, useMessageOrigin } from './use-connect.ts';

interface ConnectCallbacks {
  /** Called after the success toast. */
  readonly onDone?: (account: Account) => void;
  /** Called if the network's URL can't be fetched, and closes the window; without it, both show the error. */
  readonly onError?: (error: unknown) => void;
}

interface ConnectOptions {
  /**
   * Shows the outcome of connecting by redirect, and is called after its success. Given by the pages
   * that connecting starts on.
   */
  readonly onReturned?: (account: Account) => void;
}

/** The page that shows an attempt. */
interface ConnectView {
  readonly show: (step: { attempt: Attempt; step: ConnectStep } | undefined) => void;
  readonly callbacks: ConnectCallbacks;
}

/** The session owns it, because its window stays open when the page is left. */
interface Attempt {
  readonly teamId: string;
  readonly target: ConnectTarget;
  readonly abort: AbortController;
  /** Undefined once the page was left: a toast says how it ended. */
  view: ConnectView | undefined;
}

interface ConnectOwner {
  current: Attempt | undefined;
}

/** For a target that another version of the console stored, and this one can't read. */
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
  const messageOrigin = useMessageOrigin();
  const [shown, setShown] = useState<{ attempt: Attempt; step: ConnectStep }>();
  const owner = useSessionOwned<ConnectOwner>('connect', () => ({ current: undefined }));

  function createAttempt(target: ConnectTarget, callbacks: ConnectCallbacks): Attempt {
    owner.current?.abort.abort();
    const view = { show: setShown, callbacks };
    owner.current = { teamId, target, abort: new AbortController(), view };
    return owner.current;
  }

  const canAdopt = onReturned !== undefined;
  useEffect(() => {
    const { current } = owner;
    // Back on a page for accounts: the window is still open.
    if (canAdopt && current && !current.view && current.teamId === teamId) {
      current.view = { show: setShown, callbacks: {} };
      setShown({ attempt: current, step: { kind: 'waiting' } });
    }
    return () => {
      if (owner.current?.view?.show === setShown) owner.current.view = undefined;
    };
  }, [owner, teamId, canAdopt]);

  function end(attempt: Attempt) {
    attempt.abort.abort();
    if (owner.current === attempt) owner.current = undefined;
    attempt.view?.show(undefined);
  }

  function succeed(attempt: Attempt, account: Account) {
    end(attempt);
    const verb = attempt.target.type === 'account_new' ? 'connected' : 'reauthorized';
    showSuccess(
      `${accountName(account)} is ${verb}`,
      { label: 'View', to: paths.account(attempt.teamId, account.id) },
      { detail: fullAccountName(accountTypes, account) },
    );
    attempt.view?.callbacks.onDone?.(account);
  }

  function fail(attempt: Attempt, cause: unknown) {
    const error = toUserFacingError(cause, failureTitle(attempt.target.type));
    const { view } = attempt;
    if (view?.callbacks.onError) {
      end(attempt);
      view.callbacks.onError(cause);
    } else if (error) {
      showStep(attempt, { kind: 'failed', error, isFinal: isNotFoundOrForbidden(cause) });
    }
  }

  /** On the page that shows the attempt; after it was left, in a toast. */
  function showStep(attempt: Attempt, step: ConnectStep) {
    if (attempt.view) {
      attempt.view.show({ attempt, step });
      return;
    }
    end(attempt);
    showError(stepMessage(attempt.target, step));
  }

  async function showOutcome(
    attempt: Attempt,
    outcome: ConnectOutcome,
    before?: readonly Account[],
  ) {
    const { target } = attempt;
    const result = connectResult(outcome, target.label);
    if (result.kind === 'connected') return succeed(attempt, result.account);
    if (result.kind !== 'unknown') return showStep(attempt, result);
    if (before && attempt.view) return showStep(attempt, { kind: 'unknown', before });
    // Nobody sees the check that the dialog makes.
    const after = before && (await listCandidates(api, attempt.teamId, target));
    const found = before && after && findConnectedAccount(target, before, after);
    if (found) return succeed(attempt, found);
    showStep(attempt, { kind: 'failed', error: noResponse(target.label), isFinal: false });
  }

  const returned = useConnectReturn();
  const isReturnHandled = useRef(false);
  const handleReturn = useEffectEvent(({ outcome, target: stored }: ConnectReturn) => {
    void queryClient.invalidateQueries({ queryKey: accountsKey(teamId) });
    const target = parseConnectTarget(stored) ?? UNKNOWN_TARGET;
    const callbacks = onReturned ? { onDone: onReturned } : {};
    void showOutcome(createAttempt(target, callbacks), outcome);
  });
  useEffect(() => {
    if (!returned || !onReturned || isReturnHandled.current) return;
    isReturnHandled.current = true;
    handleReturn(returned);
  }, [returned, onReturned]);

  async function connect(target: ConnectTarget, callbacks: ConnectCallbacks = {}) {
    const attempt = createAttempt(target, callbacks);
    const isStale = () => owner.current !== attempt;
    let before: readonly Account[] = [];
    clearSuccess();
    setShown({ attempt, step: { kind: 'waiting' } });
    try {
      const outcome = await openConnectPopup({
        type: target.type,
        network: target.label,
        messageOrigin,
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
        if (!isStale()) showStep(attempt, outcome);
        return;
      }
      void queryClient.invalidateQueries({ queryKey: accountsKey(teamId) });
      if (!isStale()) await showOutcome(attempt, outcome, before);
    } catch (error) {
      if (!isStale()) fail(attempt, error);
    }
  }

  async function continueHere(attempt: Attempt) {
    // Close the window and ignore its message.
    owner.current = undefined;
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
          shown.attempt.view?.callbacks,
        )
      }
      onRetry={() => void connect(shown.attempt.target, shown.attempt.view?.callbacks)}
      onContinueHere={() => void continueHere(shown.attempt)}
      onClose={() => end(shown.attempt)}
    />
  );
  return { connect, dialog };
}

/** How an attempt ended that no page shows. */
function stepMessage(target: ConnectTarget, step: ConnectStep): UserFacingError {
  if (step.kind === 'failed') return step.error;
  if (step.kind === 'exists') {
    const username = step.username === undefined ? '' : ` @${step.username}`;
    return { title: `${target.label}${username} is already connected to this team` };
  }
  return noResponse(target.label);
}
