import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { closeWindow, openWindow } from '#console/features/accounts/connect/connect-popup.ts';
import { connectResult, failureTitle } from '#console/features/accounts/connect/connect-result.ts';
import {
  type ConnectTarget,
  fetchConnectUrl,
  findConnectedAccount,
  listCandidates,
} from '#console/features/accounts/connect/connect-target.ts';
import { useConnect } from '#console/features/accounts/connect/use-connect.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { useConfig } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { accountTypeLabel } from '#console/shared/accounts/account-name.ts';
import { accountsKey } from '#console/shared/accounts/all-accounts-query.ts';
import type { Account } from '#contract/advocacy/accounts.ts';
import {
  createQueue,
  currentItem,
  loadQueue,
  type QueueItem,
  type ReauthorizeQueue,
  retryUnfinished,
  settleItem,
  skipItem,
  stopQueue,
  storeQueue,
} from './reauthorize-queue.ts';

/**
 * `paused`: no window is open, a click opens one. `failed`: the current account wasn't reauthorized;
 * a click tries again.
 */
export type QueuePhase =
  | { readonly kind: 'running' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'failed'; readonly error: UserFacingError };

/**
 * Reauthorizes accounts one after the other in the same window: a browser lets a page open a window only
 * in a click, but navigate one that it opened at any time.
 *
 * @param accounts all accounts of the team; undefined while they load
 */
export function useReauthorizeQueue(accounts: readonly Account[] | undefined) {
  const api = useApi();
  const teamId = useTeamId();
  const { accountTypes } = useConfig();
  const queryClient = useQueryClient();
  const { connectInWindow } = useConnect();
  const [queue, setQueue] = useState(() => loadQueue(teamId));
  const [phase, setPhase] = useState<QueuePhase>({ kind: 'paused' });
  /** What asynchronous code reads: state is a render behind. */
  const latest = useRef(queue);
  const popup = useRef<Window>(undefined);
  const turn = useRef<AbortController>(undefined);

  function write(next: ReauthorizeQueue | undefined) {
    latest.current = next;
    storeQueue(teamId, next);
    setQueue(next);
  }

  function settle(accountId: string, outcome: Pick<QueueItem, 'state' | 'reason'>) {
    if (latest.current) write(settleItem(latest.current, accountId, outcome));
  }

  function endTurn() {
    turn.current?.abort();
    turn.current = undefined;
    if (popup.current) closeWindow(popup.current);
    popup.current = undefined;
  }

  /** Opens the window, or takes the open one; called in a click. */
  function run() {
    const isOpen = popup.current !== undefined && !popup.current.closed;
    const opened = isOpen ? popup.current : (openWindow() ?? undefined);
    popup.current = opened;
    if (!opened) {
      const title = 'Your browser blocked the window';
      const error = { title, detail: 'Allow pop-ups for this page, then try again.' };
      setPhase({ kind: 'failed', error });
      return;
    }
    void reauthorizeNext(opened);
  }

  async function reauthorizeNext(opened: Window): Promise<void> {
    turn.current?.abort();
    const abort = new AbortController();
    turn.current = abort;
    const item = latest.current && currentItem(latest.current);
    if (!item) {
      endTurn();
      setPhase({ kind: 'paused' });
      return;
    }
    setPhase({ kind: 'running' });
    const account = accounts?.find(({ id }) => id === item.accountId);
    if (!account) {
      settle(item.accountId, { state: 'failed', reason: 'The account was deleted.' });
      return reauthorizeNext(opened);
    }
    const label = accountTypeLabel(accountTypes, account.meta?.account_type);
    const target: ConnectTarget = { type: 'account_edit', account, label };
    const error = await reauthorize(opened, target, abort.signal).catch((cause: unknown) =>
      toUserFacingError(cause, failureTitle('account_edit')),
    );
    if (abort.signal.aborted) return;
    void queryClient.invalidateQueries({ queryKey: accountsKey(teamId) });
    if (error) {
      settle(item.accountId, { state: 'waiting', reason: error.detail ?? error.title });
      endTurn();
      setPhase({ kind: 'failed', error });
      return;
    }
    settle(item.accountId, { state: 'done' });
    if (!opened.closed) return reauthorizeNext(opened);
    // Reauthorized, but its window is gone: only a click can open another one.
    endTurn();
    setPhase({ kind: 'paused' });
  }

  /** @returns why it didn't work; undefined if it did */
  async function reauthorize(
    opened: Window,
    target: ConnectTarget,
    signal: AbortSignal,
  ): Promise<UserFacingError | undefined> {
    let before: readonly Account[] = [];
    const outcome = await connectInWindow(opened, {
      type: 'account_edit',
      keepsOpen: true,
      signal,
      fetchUrl: async (delivery) => {
        const [url, candidates] = await Promise.all([
          fetchConnectUrl(api, teamId, target, delivery),
          listCandidates(api, teamId, target),
        ]);
        before = candidates;
        return url;
      },
    });
    const result = connectResult(outcome, target.label);
    if (result.kind === 'failed') return result.error;
    if (result.kind === 'connected' || signal.aborted) return undefined;
    // Without a message, only the account itself shows whether it worked.
    const after = await listCandidates(api, teamId, target);
    if (findConnectedAccount(target, before, after)) return undefined;
    return { title: 'The window was closed' };
  }

  return {
    queue,
    phase,
    /** Called in the click. */
    start: (accountIds: readonly string[]) => {
      write(createQueue(accountIds));
      run();
    },
    resume: run,
    pause: () => {
      endTurn();
      setPhase({ kind: 'paused' });
    },
    /** Continues with the next account, in the open window if there is one. */
    skip: () => {
      const item = latest.current && currentItem(latest.current);
      if (latest.current && item) write(skipItem(latest.current, item.accountId));
      if (popup.current && !popup.current.closed) void reauthorizeNext(popup.current);
      else setPhase({ kind: 'paused' });
    },
    /** Ends the queue with its report. */
    stop: () => {
      endTurn();
      setPhase({ kind: 'paused' });
      write(latest.current && stopQueue(latest.current));
    },
    /** Called in the click. */
    retry: () => {
      if (latest.current) write(retryUnfinished(latest.current));
      run();
    },
    close: () => {
      endTurn();
      write(undefined);
    },
  };
}
