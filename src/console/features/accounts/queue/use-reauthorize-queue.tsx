import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { candidatesQuery } from '#console/features/accounts/connect/connect-target.ts';
import { useMessageOrigin } from '#console/features/accounts/connect/use-connect.ts';
import { useConfig, useSessionOwned } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import type { Account } from '#contract/advocacy/accounts.ts';
import { createReauthorizer, type Reauthorizer } from './create-reauthorizer.ts';
import { currentItem } from './reauthorize-queue.ts';
import { ReauthorizeQueueDialog } from './reauthorize-queue-dialog.tsx';

const CHECK_INTERVAL_MS = 4_000;

/**
 * The team's queue of accounts to reauthorize.
 *
 * @param accounts all accounts of the team; undefined while they load
 * @returns `start` and `resume`, to call synchronously in a click handler, and `dialog`, to render
 */
export function useReauthorizeQueue(accounts: readonly Account[] | undefined) {
  const reauthorizer = useReauthorizer();
  const { queue, phase } = useSyncExternalStore(reauthorizer.subscribe, reauthorizer.getState);
  // Back on the page: the queue has continued.
  const [isHidden, setIsHidden] = useState(phase.kind === 'paused');
  const item = queue && currentItem(queue);
  const isUnfinished = item !== undefined;
  const attempted =
    phase.kind !== 'running' && item?.updatedAtBefore !== undefined
      ? accounts?.find(({ id }) => id === item.accountId)
      : undefined;
  useEffect(() => {
    if (accounts) reauthorizer.acceptLate(accounts);
  }, [reauthorizer, accounts]);
  return {
    isUnfinished,
    start: (chosen: readonly Account[]) => {
      setIsHidden(false);
      reauthorizer.start(chosen.map(({ id }) => id));
    },
    resume: () => {
      setIsHidden(false);
      reauthorizer.resume();
    },
    // Until they are loaded, those of a queue that a reload left would look deleted.
    dialog: (
      <>
        {attempted && <LateResult account={attempted} onRead={reauthorizer.acceptLate} />}
        {accounts && queue && !isHidden && (
          <ReauthorizeQueueDialog
            queue={queue}
            controls={{ ...reauthorizer, phase }}
            onHide={() => {
              reauthorizer.pause();
              setIsHidden(true);
            }}
            accounts={accounts}
          />
        )}
      </>
    ),
  };
}

interface LateResultProps {
  readonly account: Account;
  readonly onRead: (accounts: readonly Account[]) => void;
}

/**
 * Watches an account whose window sent no message, because the page was reloaded for example: the user
 * may still authorize in it.
 */
function LateResult({ account, onRead }: LateResultProps) {
  const target = { type: 'account_edit', account, label: '' } as const;
  const { data } = useQuery({
    ...candidatesQuery(useApi(), useTeamId(), target),
    refetchInterval: CHECK_INTERVAL_MS,
  });
  useEffect(() => {
    if (data) onRead(data);
  }, [data, onRead]);
  return null;
}

/** The team's queue, which the session owns: it continues while another page is shown. */
function useReauthorizer(): Reauthorizer {
  const api = useApi();
  const queryClient = useQueryClient();
  const teamId = useTeamId();
  const { accountTypes } = useConfig();
  const messageOrigin = useMessageOrigin();
  return useSessionOwned(`reauthorize ${teamId}`, () =>
    createReauthorizer({ api, queryClient, teamId, messageOrigin, accountTypes }),
  );
}
