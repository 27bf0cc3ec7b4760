import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { ApiError } from '#console/api/errors/api-error.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { accountFeedNames, feedCount } from '#console/features/accounts/account-feeds.ts';
import { useBoardsOf, useFeedsOfBoards } from '#console/features/accounts/account-usage.tsx';
import { formatNames } from '#console/lib/format/format-names.ts';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { mapInParallel } from '#console/lib/map-in-parallel.ts';
import { useConfig } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { fullAccountName } from '#console/shared/accounts/account-name.ts';
import { accountsKey } from '#console/shared/accounts/all-accounts-query.ts';
import { boardName } from '#console/shared/accounts/boards-usage.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ProgressBar } from '#console/ui/feedback/progress-bar.tsx';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';
import { type Account, deleteAccount } from '#contract/advocacy/accounts.ts';
import styles from './delete-accounts-dialog.module.css';

const PARALLEL = 3;

interface DeleteResult {
  readonly account: Account;
  readonly error?: string;
}

interface DeleteAccountsDialogProps {
  /** The accounts to delete, with the feeds that use them. */
  readonly accounts: readonly Account[];
  /** @param deletedIds those of the accounts that were deleted */
  readonly onClose: (deletedIds: readonly string[]) => void;
}

/** Deletes several accounts: first says which can't be and why, at the end the outcome of each. */
export function DeleteAccountsDialog({ accounts, onClose }: DeleteAccountsDialogProps) {
  const { phase, results, start, stop } = useDeleteAccounts();
  const free = accounts.filter((account) => feedCount(account) === 0);
  const used = accounts.filter((account) => feedCount(account) > 0);
  const deletedIds = results.flatMap(({ account, error }) => (error ? [] : [account.id]));
  const count = formatCount(free.length, 'account');
  if (phase !== 'asking') {
    return (
      <DeleteProgress
        total={free.length}
        results={results}
        isRunning={phase === 'running'}
        onStop={stop}
        onClose={() => onClose(deletedIds)}
      />
    );
  }
  return (
    <Dialog
      title={free.length > 0 ? `Delete ${count}?` : 'These accounts are in use'}
      closesOnBackdrop={false}
      onClose={() => onClose([])}
    >
      <div className={styles.groups}>
        {free.length > 0 && (
          <section>
            <p>
              {free.length === 1
                ? 'Its credentials are deleted and new posts stop. You can connect it again.'
                : 'Their credentials are deleted and new posts stop. You can connect them again.'}
            </p>
            <AccountNames label="To delete" accounts={free} />
          </section>
        )}
        {used.length > 0 && <Blockers accounts={used} />}
      </div>
      <DialogFooter>
        <Button variant="ghost" data-autofocus onClick={() => onClose([])}>
          Cancel
        </Button>
        <Button
          variant="danger"
          disabledReason={free.length === 0 ? 'Feeds use all of them' : undefined}
          onClick={() => void start(free)}
        >
          {free.length > 0 ? `Delete ${count}` : 'Delete accounts'}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** The accounts that feeds use, with the boards that would stop getting new posts. */
function Blockers({ accounts }: { readonly accounts: readonly Account[] }) {
  const known = useFeedsOfBoards();
  const feeds = accounts.flatMap((account) => accountFeedNames(account, known));
  const feedNames = [...new Set(feeds.map(({ name }) => name))];
  const boards = useBoardsOf(feeds);
  return (
    <section>
      <h3 className={styles.heading}>
        {formatCount(accounts.length, 'account')} can't be deleted, because{' '}
        {accounts.length === 1 ? 'feeds use it' : 'feeds use them'}
      </h3>
      <AccountNames label="In use" accounts={accounts} />
      {boards.length > 0 && (
        <p>
          {formatCount(boards.length, 'board')} would stop getting new posts:{' '}
          {boards.map(boardName).join(', ')}.
        </p>
      )}
      <p>
        Remove {accounts.length === 1 ? 'it' : 'them'} from{' '}
        {feedNames.length === 1 ? 'this feed' : 'these feeds'} first: {formatNames(feedNames)}.
        Feeds are edited outside Patron.
      </p>
    </section>
  );
}

interface AccountNamesProps {
  readonly label: string;
  readonly accounts: readonly Account[];
}

function AccountNames({ label, accounts }: AccountNamesProps) {
  const { accountTypes } = useConfig();
  return (
    <ul aria-label={label} className={styles.names}>
      {accounts.map((account) => (
        <li key={account.id}>
          <span>{fullAccountName(accountTypes, account)}</span>
          {feedCount(account) > 0 && (
            <span className={styles.state}>{formatCount(feedCount(account), 'feed')}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

interface DeleteProgressProps {
  readonly total: number;
  readonly results: readonly DeleteResult[];
  readonly isRunning: boolean;
  readonly onStop: () => void;
  readonly onClose: () => void;
}

function DeleteProgress({ total, results, isRunning, onStop, onClose }: DeleteProgressProps) {
  const { accountTypes } = useConfig();
  const failed = results.filter(({ error }) => error !== undefined).length;
  const deleted = formatCount(results.length - failed, 'account');
  return (
    <Dialog
      title={isRunning ? 'Deleting accounts' : `${deleted} deleted`}
      description={
        isRunning || failed === 0
          ? `${formatNumber(results.length)} of ${formatNumber(total)}`
          : `${formatCount(failed, 'account')} could not be deleted.`
      }
      closesOnBackdrop={false}
      onClose={isRunning ? undefined : onClose}
    >
      {isRunning && (
        <div className={styles.progress}>
          <ProgressBar label="Deleting accounts" max={total} value={results.length} />
        </div>
      )}
      <ul aria-label="Report" className={styles.names}>
        {results.map(({ account, error }) => (
          <li key={account.id}>
            <span>{fullAccountName(accountTypes, account)}</span>
            <span className={styles.state}>{error ?? 'Deleted'}</span>
          </li>
        ))}
      </ul>
      <DialogFooter>
        {isRunning ? (
          <Button onClick={onStop}>Stop</Button>
        ) : (
          <Button variant="primary" data-autofocus onClick={onClose}>
            Done
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}

/** Deletes accounts one by one: the API has no request for several. */
function useDeleteAccounts() {
  const api = useApi();
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const [results, setResults] = useState<readonly DeleteResult[]>([]);
  const [phase, setPhase] = useState<'asking' | 'running' | 'done'>('asking');
  const isStopped = useRef(false);

  async function deleteOne(account: Account): Promise<void> {
    if (isStopped.current) return;
    const result = await requestDelete(account).then(
      () => ({ account }),
      (cause: unknown) => ({ account, error: reasonOf(cause) }),
    );
    setResults((earlier) => [...earlier, result]);
  }

  async function requestDelete({ id }: Account): Promise<void> {
    const params = { team_id: teamId, account_id: id };
    try {
      await api.advocacy.request(deleteAccount, { params });
    } catch (error) {
      // Someone else deleted it first.
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
    }
  }

  return {
    phase,
    /** The finished accounts, in the order in which they finished. */
    results,
    start: async (accounts: readonly Account[]) => {
      setPhase('running');
      await mapInParallel(accounts, PARALLEL, deleteOne);
      await queryClient.invalidateQueries({ queryKey: accountsKey(teamId) });
      setPhase('done');
    },
    /** The requests that were already sent still finish. */
    stop: () => {
      isStopped.current = true;
    },
  };
}

function reasonOf(cause: unknown): string {
  const error = toUserFacingError(cause, 'Not deleted');
  return [error?.title, error?.detail].filter(Boolean).join('. ');
}
