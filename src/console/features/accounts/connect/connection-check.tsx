import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useTeamId } from '#console/session/team.ts';
import { accountName } from '#console/shared/accounts/account-name.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { DialogFooter } from '#console/ui/overlay/dialog.tsx';
import { ModalInterruption } from '#console/ui/overlay/modal-interruption.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import styles from './connect-dialog.module.css';
import { type ConnectActions, ConnectOptions } from './connect-options.tsx';
import { type ConnectTarget, candidatesQuery, findConnectedAccount } from './connect-target.ts';

const POLL_MS = 3000;

interface ConnectionCheckProps extends ConnectActions {
  readonly target: ConnectTarget;
  /** Accounts that existed when the window opened, to recognize the new one. */
  readonly before: readonly Account[];
  readonly onFound: (account: Account) => void;
}

/**
 * Finds out whether connecting worked when the window sent no message: it was closed, or it lost its
 * opener and may still be open. Polls until the account appears.
 */
export function ConnectionCheck(props: ConnectionCheckProps) {
  const { target, before, onFound, onClose } = props;
  const api = useApi();
  const candidates = useQuery({
    ...candidatesQuery(api, useTeamId(), target),
    refetchInterval: (query) =>
      findConnectedAccount(target, before, query.state.data ?? before) ? false : POLL_MS,
  });
  const account = candidates.data && findConnectedAccount(target, before, candidates.data);
  const isNew = target.type === 'account_new';
  const error = candidates.data
    ? undefined
    : toUserFacingError(candidates.error, "Couldn't check the connection");

  const name = account && accountName(account);

  return (
    <ModalInterruption
      title={
        account
          ? `${name} is ${isNew ? 'connected' : 'reauthorized'}`
          : `No response from ${target.label}`
      }
      size="medium"
      onCancel={onClose}
    >
      {account ? (
        <>
          <p role="status" className={styles.content}>
            <span>
              <strong>{name}</strong> is {isNew ? 'connected' : 'reauthorized'}. If the network's
              window is still open, you can close it.
            </span>
          </p>
          <DialogFooter>
            <Button variant="primary" onClick={() => onFound(account)}>
              Done
            </Button>
          </DialogFooter>
        </>
      ) : (
        <ConnectOptions {...props}>
          {error && <ErrorNotice error={error} />}
          <div role="status" className={styles.content}>
            {candidates.isPending && <p>Checking the connection…</p>}
            {candidates.data && (
              <>
                <p>
                  <strong>
                    {isNew
                      ? 'No new account is connected yet.'
                      : `${accountName(target.account)} isn't reauthorized yet.`}
                  </strong>
                </p>
                <p>If the window is still open, finish there: this page keeps checking.</p>
              </>
            )}
          </div>
        </ConnectOptions>
      )}
    </ModalInterruption>
  );
}
