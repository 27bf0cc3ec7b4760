import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/form/error-notice.tsx';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import { ConnectBlocked } from './connect-blocked.tsx';
import { ConnectCheck } from './connect-check.tsx';
import styles from './connect-dialog.module.css';
import type { ConnectSubject } from './connect-subject.ts';

/** How far connecting or reauthorizing has come. */
export type ConnectStep =
  | { readonly kind: 'waiting' }
  /** The browser opened no window; `onGo` goes on in this one. */
  | { readonly kind: 'blocked'; readonly onGo: () => void }
  | { readonly kind: 'refused'; readonly problem: UserFacingError; readonly isFinal: boolean }
  /** The window said nothing; `before` is what was there when it was opened. */
  | { readonly kind: 'unknown'; readonly before: readonly Account[] };

interface ConnectDialogProps {
  readonly subject: ConnectSubject;
  readonly step: ConnectStep;
  /** It turned out to be connected after all, and the person has seen it. */
  readonly onFound: (account: Account) => void;
  /** Opens the window again; called in the click. */
  readonly onRetry: () => void;
  /** Goes to the third party in this window. */
  readonly onHere: () => void;
  readonly onClose: () => void;
}

/** What goes on while an account is connected in another window, and what came of it. */
export function ConnectDialog({
  subject,
  step,
  onFound,
  onRetry,
  onHere,
  onClose,
}: ConnectDialogProps) {
  const title =
    subject.type === 'account_new'
      ? `Connect ${subject.label}`
      : `Reauthorize ${subject.account.attributes.name}`;

  if (step.kind === 'unknown') {
    return (
      <Dialog
        title="We didn't hear back from the window"
        closesOnBackdrop={false}
        onClose={onClose}
      >
        <ConnectCheck {...{ subject, onFound, onHere, onClose }} before={step.before} />
      </Dialog>
    );
  }
  if (step.kind === 'blocked') {
    return (
      <Dialog title={title} closesOnBackdrop={false} onClose={onClose}>
        <ConnectBlocked network={subject.label} onGo={step.onGo} onClose={onClose} />
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
        {!isFinal && <WhichAccount subject={subject} />}
      </div>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          {step.kind === 'refused' ? 'Close' : 'Cancel'}
        </Button>
        {step.kind === 'waiting' && <Button onClick={onHere}>Use this window instead</Button>}
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
function WhichAccount({ subject }: { readonly subject: ConnectSubject }) {
  if (subject.type === 'account_new') return null;
  const { name, username } = subject.account.attributes;
  return (
    <p>
      Sign in at {subject.label} as <strong>{username || name}</strong>: any other account is
      refused.
    </p>
  );
}
