import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { accountsKey } from '#console/features/accounts/accounts-queries.ts';
import { useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import { connectResult } from './connect-result.ts';
import { useConnectReturn } from './use-connect.ts';

interface RedirectResultDialogProps {
  /** Called after the success toast. */
  readonly onDone?: (account: Account) => void;
}

/** Shows the result of connecting an account by redirect: a toast for success, else a dialog. */
export function RedirectResultDialog({ onDone }: RedirectResultDialogProps) {
  const outcome = useConnectReturn();
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const { showSuccess } = useToast();
  const [isClosed, setIsClosed] = useState(false);
  const isHandled = useRef(false);
  const result = outcome && connectResult(outcome);
  const isNew = outcome?.kind !== 'message' || outcome.message.type === 'account_new';

  useEffect(() => {
    if (!outcome || isHandled.current) return;
    isHandled.current = true;
    void queryClient.invalidateQueries({ queryKey: accountsKey(teamId) });
    const handled = connectResult(outcome);
    if (handled.kind !== 'connected') return;
    showSuccess(`${handled.account.attributes.name} is ${isNew ? 'connected' : 'reauthorized'}.`);
    onDone?.(handled.account);
  }, [outcome, isNew, onDone, queryClient, showSuccess, teamId]);

  if (!result || result.kind === 'connected' || isClosed) return null;
  const title = isNew ? 'Connect account' : 'Reauthorize account';
  return (
    <Dialog
      title={result.kind === 'failed' ? title : 'No response from the network'}
      onClose={() => setIsClosed(true)}
    >
      {result.kind === 'failed' ? (
        <ErrorNotice error={result.error} />
      ) : (
        <p>
          We don't know whether it worked. Check whether the account is connected, and try again if
          it isn't.
        </p>
      )}
      <DialogFooter>
        <Button variant="primary" data-autofocus onClick={() => setIsClosed(true)}>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
