import { formatCount } from '#console/lib/format/format-number.ts';
import { useConfig } from '#console/session/session-context.ts';
import { AccountAvatar } from '#console/shared/accounts/account-avatar.tsx';
import {
  accountName,
  accountTypeLabel,
  accountTypeOf,
  fullAccountName,
} from '#console/shared/accounts/account-name.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { ProgressBar } from '#console/ui/feedback/progress-bar.tsx';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import type { QueuePhase, Reauthorizer } from './create-reauthorizer.ts';
import {
  countItems,
  currentItem,
  type ReauthorizeQueue,
  reportTitle,
} from './reauthorize-queue.ts';
import styles from './reauthorize-queue-dialog.module.css';

interface ReauthorizeQueueDialogProps {
  readonly queue: ReauthorizeQueue;
  readonly controls: Reauthorizer & { readonly phase: QueuePhase };
  readonly accounts: readonly Account[];
  /** Pauses and closes the dialog. */
  readonly onHide: () => void;
}

/** Whose turn it is in the queue and who to sign in as; at the end, the outcome of each account. */
export function ReauthorizeQueueDialog(props: ReauthorizeQueueDialogProps) {
  const { queue, controls, accounts, onHide } = props;
  const { accountTypes } = useConfig();
  const item = currentItem(queue);
  const account = accounts.find(({ id }) => id === item?.accountId);
  const settled = queue.length - countItems(queue, 'waiting');
  const { phase } = controls;
  if (!item) return <QueueReport {...{ queue, controls, accounts }} />;

  const network = accountTypeLabel(accountTypes, account && accountTypeOf(account));
  const isRunning = phase.kind === 'running';
  return (
    <Dialog
      title="Reauthorize accounts"
      description={`Account ${settled + 1} of ${queue.length}`}
      closesOnBackdrop={false}
      onClose={onHide}
    >
      <ProgressBar label="Reauthorize accounts" max={queue.length} value={settled} />
      {account && (
        <div className={styles.current} role="status">
          <AccountAvatar account={account} network={network} size={48} />
          <p>
            {isRunning ? 'In the window we opened, sign in' : 'Next, sign in'} to {network} as{' '}
            <strong>{account.attributes.username || accountName(account)}</strong>. Other accounts
            won't work.
          </p>
        </div>
      )}
      {phase.kind === 'failed' && <ErrorNotice error={phase.error} />}
      <DialogFooter>
        <Button variant="ghost" onClick={controls.stop}>
          Stop
        </Button>
        <Button onClick={controls.skip}>Skip</Button>
        {isRunning ? (
          <Button onClick={controls.pause}>Pause</Button>
        ) : (
          <Button variant="primary" data-autofocus onClick={controls.resume}>
            {phase.kind === 'failed' ? 'Try again' : 'Continue'}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}

const STATE_LABELS = {
  waiting: 'Waiting',
  done: 'Reauthorized',
  skipped: 'Skipped',
  untried: 'Not tried',
  failed: 'Failed',
};

function QueueReport({ queue, controls, accounts }: Omit<ReauthorizeQueueDialogProps, 'onHide'>) {
  const { accountTypes } = useConfig();
  const doneCount = countItems(queue, 'done');
  const unfinished = queue.length - doneCount;
  return (
    <Dialog
      title={reportTitle(queue)}
      description={
        unfinished === 0
          ? 'All done.'
          : `${formatCount(unfinished, 'account')} ${unfinished === 1 ? "wasn't" : "weren't"} reauthorized.`
      }
      onClose={controls.close}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section tabIndex={0} aria-label="Results" className={styles.scroller}>
        <ul aria-label="Report" className={styles.report}>
          {queue.map(({ accountId, state, reason }) => {
            const account = accounts.find(({ id }) => id === accountId);
            return (
              <li key={accountId}>
                <span>
                  {account ? fullAccountName(accountTypes, account) : `Account ${accountId}`}
                </span>
                <span className={styles.state}>{reason ?? STATE_LABELS[state]}</span>
              </li>
            );
          })}
        </ul>
      </section>
      <DialogFooter>
        {unfinished > 0 && <Button onClick={controls.retry}>Continue with the rest</Button>}
        <Button variant="primary" data-autofocus onClick={controls.close}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
