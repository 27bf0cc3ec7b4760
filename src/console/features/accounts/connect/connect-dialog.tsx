import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import styles from './connect-dialog.module.css';
import type { ConnectTarget } from './connect-target.ts';
import { ConnectionCheck } from './connection-check.tsx';
import { PopupBlocked } from './popup-blocked.tsx';

/** The progress of connecting or reauthorizing an account. */
export type ConnectStep =
  | { readonly kind: 'waiting' }
  /** The browser blocked the popup; `onContinue` goes to the network in this tab. */
  | { readonly kind: 'blocked'; readonly onContinue: () => void }
  | { readonly kind: 'failed'; readonly error: UserFacingError; readonly isFinal: boolean }
  /** The window sent no message; `before` lists the candidates when it was opened. */
  | { readonly kind: 'unknown'; readonly before: readonly Account[] };

interface ConnectDialogProps {
  readonly target: ConnectTarget;
  readonly step: ConnectStep;
  /** The account was connected after all, and the user has confirmed it. */
  readonly onFound: (account: Account) => void;
  /** Opens the window again; called in the click. */
  readonly onRetry: () => void;
  /** Goes to the network in this tab. */
  readonly onContinueHere: () => void;
  readonly onClose: () => void;
}

/** Progress and result of connecting an account in another window. */
export function ConnectDialog(props: ConnectDialogProps) {
  const { target, step, onFound, onRetry, onContinueHere, onClose } = props;
  const title =
    target.type === 'account_new'
      ? `Connect ${target.label}`
      : `Reauthorize ${target.account.attributes.name}`;

  if (step.kind === 'unknown') {
    return (
      <ConnectionCheck {...{ target, onFound, onContinueHere, onClose }} before={step.before} />
    );
  }
  if (step.kind === 'blocked') {
    return (
      <Dialog title={title} closesOnBackdrop={false} onClose={onClose}>
        <PopupBlocked network={target.label} onContinue={step.onContinue} onClose={onClose} />
      </Dialog>
    );
  }
  const canRetry = step.kind === 'failed' && !step.isFinal;
  return (
    <Dialog title={title} closesOnBackdrop={false} onClose={onClose}>
      <div className={styles.content}>
        {step.kind === 'failed' ? (
          <ErrorNotice error={step.error} />
        ) : (
          <p>Finish in the window we opened. This page updates by itself.</p>
        )}
        {(step.kind === 'waiting' || canRetry) && <ExpectedAccount target={target} />}
      </div>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          {step.kind === 'failed' ? 'Close' : 'Cancel'}
        </Button>
        {step.kind === 'waiting' && <Button onClick={onContinueHere}>Continue in this tab</Button>}
        {canRetry && (
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}

/** Reauthorizing fails with any other account, so this names the right one. */
function ExpectedAccount({ target }: { readonly target: ConnectTarget }) {
  if (target.type === 'account_new') return null;
  const { name, username } = target.account.attributes;
  return (
    <p>
      Sign in to {target.label} as <strong>{username || name}</strong>. Other accounts won't work.
    </p>
  );
}
