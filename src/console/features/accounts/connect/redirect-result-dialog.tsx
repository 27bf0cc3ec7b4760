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
  /** An account was connected or reauthorized; it is told already. */
  readonly onDone?: (account: Account) => void;
}

/** Tells what came of connecting an account in this window, once the person is back on the page. */
export function RedirectResultDialog({ onDone }: RedirectResultDialogProps) {
  const outcome = useConnectReturn();
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const { showSuccess } = useToast();
  const [closed, setClosed] = useState(false);
  const isTold = useRef(false);
  const result = outcome && connectResult(outcome);

  useEffect(() => {
    if (!outcome || isTold.current) return;
    isTold.current = true;
    void queryClient.invalidateQueries({ queryKey: accountsKey(teamId) });
    const back = connectResult(outcome);
    if (back.kind !== 'connected') return;
    const isNew = outcome.kind === 'told' && outcome.message.type === 'account_new';
    showSuccess(`${back.account.attributes.name} is ${isNew ? 'connected' : 'reauthorized'}.`);
    onDone?.(back.account);
  }, [outcome, onDone, queryClient, showSuccess, teamId]);

  if (!result || result.kind === 'connected' || closed) return null;
  const isRefused = result.kind === 'refused';
  return (
    <Dialog
      title={isRefused ? "It didn't work" : 'We got no answer'}
      onClose={() => setClosed(true)}
    >
      {isRefused ? (
        <ErrorNotice error={result.problem} />
      ) : (
        <p>
          You are back without an answer that can be read. The list has been read again: it shows
          every account that is connected.
        </p>
      )}
      <DialogFooter>
        <Button variant="primary" data-autofocus onClick={() => setClosed(true)}>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
