import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { reauthorizeDisabledReason } from '#console/features/accounts/account-type.ts';
import { useMessageOrigin } from '#console/features/accounts/connect/use-connect.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useConfig, useSessionOwned } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { needsAttention } from '#console/shared/accounts/account-expiry.ts';
import { accountTypeLabel, accountTypeOf } from '#console/shared/accounts/account-name.ts';
import { Button } from '#console/ui/button/button.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { useViewAction } from '#console/ui/feedback/use-view-action.ts';
import type { Account } from '#contract/advocacy/accounts.ts';
import { createReauthorizer, type Reauthorizer } from './create-reauthorizer.ts';
import { countItems, currentItem } from './reauthorize-queue.ts';
import { ReauthorizeQueueDialog } from './reauthorize-queue-dialog.tsx';

/** Reauthorizes all accounts that have expired or will soon, the first to expire first. */
export function ReauthorizeAll({
  accounts,
}: {
  readonly accounts: readonly Account[] | undefined;
}) {
  const now = useNow();
  const { accountTypes } = useConfig();
  const scopeReason = useScopeReason('accounts:write');
  const reauthorizer = useReauthorizer();
  const { queue, phase } = useSyncExternalStore(reauthorizer.subscribe, reauthorizer.getState);
  // Back on the page: the queue has continued.
  const [isHidden, setIsHidden] = useState(phase.kind === 'paused');
  const due = (accounts ?? [])
    .filter(
      (account) =>
        needsAttention(account, now) &&
        reauthorizeDisabledReason(accountTypes, account) === undefined,
    )
    .toSorted((a, b) =>
      (a.attributes.expires_at ?? '').localeCompare(b.attributes.expires_at ?? ''),
    );
  const isUnfinished = queue !== undefined && currentItem(queue) !== undefined;
  // Until they are loaded, those of a queue that a reload left would look deleted.
  if (!accounts || (due.length === 0 && !queue)) return null;

  return (
    <>
      {(due.length > 0 || isUnfinished) && (
        <Button
          icon={<RefreshCw />}
          disabledReason={scopeReason}
          onClick={() => {
            setIsHidden(false);
            if (isUnfinished) reauthorizer.resume();
            else reauthorizer.start(due.map(({ id }) => id));
          }}
        >
          {isUnfinished ? 'Continue reauthorizing' : 'Reauthorize all'}
        </Button>
      )}
      {queue && !isHidden && (
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
  );
}

/** The team's queue, which the session owns: it continues while another page is shown. */
function useReauthorizer(): Reauthorizer {
  const api = useApi();
  const queryClient = useQueryClient();
  const teamId = useTeamId();
  const { accountTypes } = useConfig();
  const messageOrigin = useMessageOrigin();
  const { showSuccess, showError } = useToast();
  const viewAction = useViewAction();
  return useSessionOwned(`reauthorize ${teamId}`, () =>
    createReauthorizer({
      ...{ api, queryClient, teamId, messageOrigin },
      label: (account) => accountTypeLabel(accountTypes, accountTypeOf(account)),
      onUnseen: ({ queue, phase }) => {
        if (phase.kind === 'failed') return showError(phase.error);
        const done = formatCount(queue ? countItems(queue, 'done') : 0, 'account');
        const view = viewAction(paths.accounts(teamId));
        showSuccess(`${done} reauthorized`, view, { isPersistent: true });
      },
    }),
  );
}
