import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import styles from './connect-dialog.module.css';
import type { ConnectTarget } from './connect-target.ts';
import { ConnectionCheck } from './connection-check.tsx';
import { PopupBlocked } from './popup-blocked.tsx';

/** How far connecting or reauthorizing has come. */
export type ConnectStep =
  | { readonly kind: 'waiting' }
  /** The browser opened no window; `onGo` goes on in this one. */
  | { readonly kind: 'blocked'; readonly onContinue: () => void }
  | { readonly kind: 'refused'; readonly problem: UserFacingError; readonly isFinal: boolean }
  /** The window said nothing; `before` is what was there when it was opened. */
  | { readonly kind: 'unknown'; readonly before: readonly Account[] };

interface ConnectDialogProps {
  readonly target: ConnectTarget;
  readonly step: ConnectStep;
  /** It turned out to be connected after all, and the person has seen it. */
  readonly onFound: (account: Account) => void;
  /** Opens the window again; called in the click. */
  readonly onRetry: () => void;
  /** Goes to the third party in this window. */
  readonly onContinueHere: () => void;
  readonly onClose: () => void;
}

/** What goes on while an account is connected in another window, and what came of it. */
export function ConnectDialog({
  target,
  step,
  onFound,
  onRetry,
  onContinueHere,
  onClose,
}: ConnectDialogProps) {
  const title =
    target.type === 'account_new'
      ? `Connect ${target.label}`
      : `Reauthorize ${target.account.attributes.name}`;

  if (step.kind === 'unknown') {
    return (
      <Dialog
        title="We didn't hear back from the window"
        closesOnBackdrop={false}
        onClose={onClose}
      >
        <ConnectionCheck {...{ target, onFound, onContinueHere, onClose }} before={step.before} />
      </Dialog>
    );
  }
  if (step.kind === 'blocked') {
    return (
      <Dialog title={title} closesOnBackdrop={false} onClose={onClose}>
        <PopupBlocked network={target.label} onContinue={step.onContinue} onClose={onClose} />
      </Dialog>
    );
  }
  const isFinal = step.kind === 'refused' && step.isFinal;
  return (
    <Dialog title={title} closesOnBackdrop={false} onClose={onClose}>
      <div className={styles.words}>
        {step.kind === 'refused' ? (
          <ErrorNotice error={step.problem} />
        ) : (
          <p>Finish in the window that has opened. This page goes on by itself.</p>
        )}
        {!isFinal && <WhichAccount target={target} />}
      </div>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          {step.kind === 'refused' ? 'Close' : 'Cancel'}
        </Button>
        {step.kind === 'waiting' && (
          <Button onClick={onContinueHere}>Use this window instead</Button>
        )}
        {step.kind === 'refused' && !isFinal && (
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}

/** Another account than the one to reauthorize is refused, so it says which one that is. */
function WhichAccount({ target }: { readonly target: ConnectTarget }) {
  if (target.type === 'account_new') return null;
  const { name, username } = target.account.attributes;
  return (
    <p>
      Sign in at {target.label} as <strong>{username || name}</strong>: any other account is
      refused.
    </p>
  );
}
