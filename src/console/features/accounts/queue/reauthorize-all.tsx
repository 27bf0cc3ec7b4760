import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { reauthorizeDisabledReason } from '#console/features/accounts/account-type.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useConfig } from '#console/session/session-context.ts';
import { needsAttention } from '#console/shared/accounts/account-expiry.ts';
import { Button } from '#console/ui/button/button.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import type { Account } from '#contract/advocacy/accounts.ts';
import { currentItem } from './reauthorize-queue.ts';
import { ReauthorizeQueueDialog } from './reauthorize-queue-dialog.tsx';
import { useReauthorizeQueue } from './use-reauthorize-queue.ts';

/** Reauthorizes all accounts that have expired or will soon, the first to expire first. */
export function ReauthorizeAll({
  accounts,
}: {
  readonly accounts: readonly Account[] | undefined;
}) {
  const now = useNow();
  const { accountTypes } = useConfig();
  const scopeReason = useScopeReason('accounts:write');
  const controls = useReauthorizeQueue(accounts);
  const { queue } = controls;
  const [isHidden, setIsHidden] = useState(true);
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
            if (isUnfinished) controls.resume();
            else controls.start(due.map(({ id }) => id));
          }}
        >
          {isUnfinished ? 'Continue reauthorizing' : 'Reauthorize all'}
        </Button>
      )}
      {queue && !isHidden && (
        <ReauthorizeQueueDialog
          queue={queue}
          controls={controls}
          onHide={() => {
            controls.pause();
            setIsHidden(true);
          }}
          accounts={accounts}
        />
      )}
    </>
  );
}
