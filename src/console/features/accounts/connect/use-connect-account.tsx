import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { isNotFoundOrForbidden } from '#console/api/errors/forbidden-message.ts';
import { accountsKey } from '#console/features/accounts/accounts-queries.ts';
import { useTeamId } from '#console/session/team.ts';
import { useToast } from '#console/ui/toast/toast.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import { ConnectDialog, type ConnectStep } from './connect-dialog.tsx';
import { connectResult } from './connect-outcome.ts';
import type { ConnectDelivery } from './connect-popup.ts';
import { beginConnect, type ConnectSubject, readConnected } from './connect-subject.ts';
import { useConnect } from './use-connect.ts';

interface ConnectCallbacks {
  /** The account that was connected or reauthorized; it has been told already. */
  readonly onDone?: (account: Account) => void;
  /** Why it could not even be begun; left out, the dialog tells it. */
  readonly onError?: (error: unknown) => void;
}

interface Run {
  readonly subject: ConnectSubject;
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
  const [shown, setShown] = useState<{ run: Run; step: ConnectStep }>();
  const currentRun = useRef<Run>(undefined);

  function end(run: Run) {
    run.abort.abort();
    if (currentRun.current === run) currentRun.current = undefined;
    setShown(undefined);
  }

  function succeed(run: Run, account: Account) {
    end(run);
    const act = run.subject.type === 'account_new' ? 'connected' : 'reauthorized';
    showSuccess(`${account.attributes.name} is ${act}.`);
    run.callbacks.onDone?.(account);
  }

  function fail(run: Run, error: unknown) {
    const isNew = run.subject.type === 'account_new';
    const problem = toUserFacingError(
      error,
      isNew ? 'No account was connected' : 'Nothing was reauthorized',
    );
    if (run.callbacks.onError) {
      end(run);
      run.callbacks.onError(error);
    } else if (problem) {
      setShown({ run, step: { kind: 'refused', problem, isFinal: isNotFoundOrForbidden(error) } });
    }
  }

  async function connect(subject: ConnectSubject, callbacks: ConnectCallbacks = {}) {
    const run: Run = { subject, callbacks, abort: new AbortController() };
    const isOver = () => currentRun.current !== run;
    let before: readonly Account[] = [];
    currentRun.current = run;
    clearSuccess();
    setShown({ run, step: { kind: 'waiting' } });
    try {
      const opened = openConnectPopup({
        type: subject.type,
        signal: run.abort.signal,
        onBlocked: () =>
          new Promise((resolve) => setShown({ run, step: { kind: 'blocked', onGo: resolve } })),
        fetchAddress: async (delivery: ConnectDelivery) => {
          const [address, found] = await Promise.all([
            beginConnect(api, teamId, subject, delivery),
            readConnected(api, teamId, subject),
          ]);
          before = found;
          return address;
        },
      });
      const result = connectResult(await opened, subject.label);
      void queryClient.invalidateQueries({ queryKey: accountsKey(teamId) });
      if (isOver()) return;
      if (result.kind === 'connected') succeed(run, result.account);
      else
        setShown({ run, step: result.kind === 'unknown' ? { kind: 'unknown', before } : result });
    } catch (error) {
      if (!isOver()) fail(run, error);
    }
  }

  async function connectHere(run: Run) {
    // The window that was opened goes, and what it would have told.
    currentRun.current = undefined;
    run.abort.abort();
    try {
      await connectByRedirect({
        type: run.subject.type,
        fetchAddress: (delivery) => beginConnect(api, teamId, run.subject, delivery),
      });
    } catch (error) {
      fail(run, error);
    }
  }

  const dialog = shown && (
    <ConnectDialog
      subject={shown.run.subject}
      step={shown.step}
      onFound={(account) => succeed(shown.run, account)}
      onRetry={() => void connect(shown.run.subject, shown.run.callbacks)}
      onHere={() => void connectHere(shown.run)}
      onClose={() => end(shown.run)}
    />
  );
  return { connect, dialog };
}
