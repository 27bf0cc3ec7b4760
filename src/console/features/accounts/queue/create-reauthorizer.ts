import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { connectInWindow } from '#console/features/accounts/connect/connect-popup.ts';
import {
  connectResult,
  failureTitle,
  noResponse,
  notReauthorized,
} from '#console/features/accounts/connect/connect-result.ts';
import {
  type ConnectTarget,
  fetchConnectUrl,
  findConnectedAccount,
  listCandidates,
} from '#console/features/accounts/connect/connect-target.ts';
import {
  type ConnectWindow,
  openConnectWindow,
} from '#console/features/accounts/connect/connect-window.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { paths } from '#console/paths.ts';
import { accountTypeLabel, accountTypeOf } from '#console/shared/accounts/account-name.ts';
import { accountsKey, allAccountsQuery } from '#console/shared/accounts/all-accounts-query.ts';
import { showError, showSuccess } from '#console/ui/feedback/toasts.ts';
import type { Account } from '#contract/advocacy/accounts.ts';
import type { AccountType } from '#contract/gateway/config.ts';
import {
  beginAttempt,
  countItems,
  createQueue,
  currentItem,
  isDoneLate,
  loadQueue,
  type QueueItem,
  type ReauthorizeQueue,
  reportTitle,
  retryUnfinished,
  settleItem,
  settleLate,
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

interface ReauthorizerState {
  readonly queue: ReauthorizeQueue | undefined;
  readonly phase: QueuePhase;
}

/** The result of an attempt, or the error after which it can be repeated. */
type Outcome = Pick<QueueItem, 'state' | 'reason'> | { readonly error: UserFacingError };

interface ReauthorizerDependencies {
  readonly api: Api;
  readonly queryClient: QueryClient;
  readonly teamId: string;
  /** The advocacy service's. */
  readonly messageOrigin: string;
  readonly accountTypes: readonly AccountType[];
}

export type Reauthorizer = ReturnType<typeof createReauthorizer>;

/**
 * Reauthorizes accounts one after the other in the same window: a browser lets a page open a window only
 * in a click, but navigate one that it opened at any time. It continues when the page is left.
 */
export function createReauthorizer(dependencies: ReauthorizerDependencies) {
  const { api, queryClient, teamId, messageOrigin, accountTypes } = dependencies;
  const view = { label: 'View', to: paths.accounts(teamId) };
  const listeners = new Set<() => void>();
  let state: ReauthorizerState = { queue: loadQueue(teamId), phase: { kind: 'paused' } };
  let popup: ConnectWindow | undefined;
  let turn: AbortController | undefined;

  function set(change: Partial<ReauthorizerState>) {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  const isUnfinished = () => state.queue !== undefined && currentItem(state.queue) !== undefined;

  function write(queue: ReauthorizeQueue | undefined) {
    const wasUnfinished = isUnfinished();
    storeQueue(teamId, queue);
    set({ queue });
    if (!wasUnfinished || !queue || isUnfinished()) return;
    // The page of accounts has the report.
    const isSilent = listeners.size > 0;
    if (isSilent && countItems(queue, 'done') === 0) return;
    showSuccess(reportTitle(queue), view, { isPersistent: true, isSilent });
  }

  function settle(accountId: string, outcome: Pick<QueueItem, 'state' | 'reason'>) {
    if (state.queue) write(settleItem(state.queue, accountId, outcome));
  }

  /** Closes the window, unless it shows an error. @param phase what the user is shown */
  function endTurn(phase: QueuePhase = { kind: 'paused' }) {
    turn?.abort();
    turn = undefined;
    if (phase.kind !== 'failed' || !popup?.hasError()) {
      popup?.close();
      popup = undefined;
    }
    set({ phase });
  }

  /** Ends a turn by itself, not by a click. */
  function interrupt(phase: QueuePhase) {
    endTurn(phase);
    if (listeners.size > 0 || !isUnfinished()) return;
    // It needs a click, and no page shows it.
    if (phase.kind === 'failed') showError(phase.error);
    else showSuccess(reportTitle(state.queue ?? []), view, { isPersistent: true });
  }

  /** Opens the window, or takes the open one; called in a click. */
  function run() {
    if (!popup || popup.isClosed()) popup = openConnectWindow() ?? undefined;
    if (popup) return void reauthorizeNext(popup);
    const title = 'Your browser blocked the window';
    const error = { title, detail: 'Allow pop-ups for this site, then try again.' };
    set({ phase: { kind: 'failed', error } });
  }

  async function reauthorizeNext(opened: ConnectWindow): Promise<void> {
    turn?.abort();
    const abort = new AbortController();
    turn = abort;
    const item = state.queue && currentItem(state.queue);
    if (!item) return interrupt({ kind: 'paused' });
    set({ phase: { kind: 'running' } });
    const outcome = await reauthorize(opened, item, abort.signal).catch(
      (cause: unknown): Outcome => ({
        error: toUserFacingError(cause, failureTitle('account_edit')) ?? noResponse('The network'),
      }),
    );
    if (abort.signal.aborted) return;
    void queryClient.invalidateQueries({ queryKey: accountsKey(teamId) });
    if ('error' in outcome) {
      const { error } = outcome;
      settle(item.accountId, { state: 'waiting', reason: error.detail ?? error.title });
      return interrupt({ kind: 'failed', error });
    }
    settle(item.accountId, outcome);
    if (!opened.isClosed()) return reauthorizeNext(opened);
    // Reauthorized, but its window is gone: only a click can open another one.
    interrupt({ kind: 'paused' });
  }

  async function reauthorize(
    opened: ConnectWindow,
    item: QueueItem,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { rows } = await queryClient.fetchQuery(allAccountsQuery(api, teamId));
    const account = rows.find(({ id }) => id === item.accountId);
    if (!account) return { state: 'failed', reason: 'The account was deleted.' };
    const label = accountTypeLabel(accountTypes, accountTypeOf(account));
    const target: ConnectTarget = { type: 'account_edit', account, label };
    if (item.updatedAtBefore !== undefined) {
      const [current] = await listCandidates(api, teamId, target);
      if (current && isDoneLate(item, current)) return { state: 'done' };
    }
    let before: readonly Account[] = [];
    const outcome = await connectInWindow(opened, {
      type: 'account_edit',
      network: target.label,
      keepsOpen: true,
      messageOrigin,
      signal,
      fetchUrl: async (delivery) => {
        const [url, candidates] = await Promise.all([
          fetchConnectUrl(api, teamId, target, delivery),
          listCandidates(api, teamId, target),
        ]);
        before = candidates;
        const [current] = candidates;
        if (current && state.queue) write(beginAttempt(state.queue, current));
        return url;
      },
    });
    const result = connectResult(outcome, target.label);
    if (result.kind === 'failed') return { error: result.error };
    if (result.kind === 'connected' || signal.aborted) return { state: 'done' };
    // Without a message, only the account itself shows whether it worked.
    const after = await listCandidates(api, teamId, target);
    if (findConnectedAccount(target, before, after)) return { state: 'done' };
    return { error: notReauthorized(after.find(({ id }) => id === account.id) ?? account) };
  }

  return {
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Called in the click. */
    start: (accountIds: readonly string[]) => {
      write(createQueue(accountIds));
      run();
    },
    resume: run,
    pause: () => endTurn(),
    /** @param accounts as they are now: those that were reauthorized in the meantime are done */
    acceptLate: (accounts: readonly Account[]) => {
      const { queue, phase } = state;
      if (!queue || phase.kind === 'running') return;
      const settled = settleLate(queue, accounts);
      if (settled === queue) return;
      const isSame = currentItem(settled)?.accountId === currentItem(queue)?.accountId;
      write(settled);
      if (!isSame) set({ phase: { kind: 'paused' } });
      void queryClient.invalidateQueries({ queryKey: accountsKey(teamId) });
    },
    /** Continues with the next account, in the open window if there is one. */
    skip: () => {
      const item = state.queue && currentItem(state.queue);
      if (state.queue && item) write(skipItem(state.queue, item.accountId));
      if (popup && !popup.isClosed()) void reauthorizeNext(popup);
      else set({ phase: { kind: 'paused' } });
    },
    /** Ends the queue with its report. */
    stop: () => {
      endTurn();
      write(state.queue && stopQueue(state.queue));
    },
    /** Called in the click. */
    retry: () => {
      if (state.queue) write(retryUnfinished(state.queue));
      run();
    },
    close: () => {
      endTurn();
      write(undefined);
    },
  };
}
