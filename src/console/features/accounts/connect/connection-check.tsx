import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { DialogFooter } from '#console/ui/overlay/dialog.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import styles from './connect-dialog.module.css';
import { type ConnectTarget, candidatesQuery, findConnectedAccount } from './connect-target.ts';

/** How often it is looked again, in ms. */
const INTERVAL_MS = 3000;

interface ConnectionCheckProps {
  readonly target: ConnectTarget;
  /** What was there when the window was opened. */
  readonly before: readonly Account[];
  readonly onFound: (account: Account) => void;
  readonly onContinueHere: () => void;
  readonly onClose: () => void;
}

/**
 * What really happened, where the window did not say: it was closed, or its page cut it off from
 * this one and it may still be open. So the list is read until the account is there.
 */
export function ConnectionCheck({
  target,
  before,
  onFound,
  onContinueHere,
  onClose,
}: ConnectionCheckProps) {
  const api = useApi();
  const check = useQuery({
    ...candidatesQuery(api, useTeamId(), target),
    refetchInterval: (query) =>
      findConnectedAccount(target, before, query.state.data ?? before) ? false : INTERVAL_MS,
  });
  const found = check.data && findConnectedAccount(target, before, check.data);
  const isNew = target.type === 'account_new';
  const problem = check.data ? undefined : toUserFacingError(check.error, 'We could not look');

  return (
    <>
      {problem && <ErrorNotice error={problem} />}
      <div role="status" className={styles.words}>
        {check.isPending && <p>Looking whether it worked…</p>}
        {found && (
          <p>
            It worked all the same: <strong>{found.attributes.name}</strong> is{' '}
            {isNew ? 'connected' : 'reauthorized'}.
          </p>
        )}
        {check.data && !found && (
          <>
            <p>
              <strong>
                {isNew
                  ? 'No new account is connected.'
                  : `${target.account.attributes.name} has not been reauthorized.`}
              </strong>
            </p>
            <p>
              If the window is still open, finish there: this page keeps looking. If it won't work
              there, try in this window.
            </p>
          </>
        )}
      </div>
      <DialogFooter>
        {found ? (
          <Button variant="primary" onClick={() => onFound(found)}>
            Done
          </Button>
        ) : (
          <>
            <Button variant="ghost" onClick={onClose}>
              Close
            </Button>
            <Button variant="primary" onClick={onContinueHere}>
              Try in this window
            </Button>
          </>
        )}
      </DialogFooter>
    </>
  );
}
