import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { accountName } from '#console/shared/accounts/account-name.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { DialogFooter } from '#console/ui/overlay/dialog.tsx';
import { ModalInterruption } from '#console/ui/overlay/modal-interruption.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import styles from './connect-dialog.module.css';
import { type ConnectActions, ConnectOptions } from './connect-options.tsx';
import type { ConnectTarget } from './connect-target.ts';
import { ConnectionCheck } from './connection-check.tsx';
import { ExistingAccount } from './existing-account.tsx';

/** The progress of connecting or reauthorizing an account. */
export type ConnectStep =
  | { readonly kind: 'waiting' }
  /** The browser blocked the window. */
  | { readonly kind: 'blocked' }
  | { readonly kind: 'failed'; readonly error: UserFacingError; readonly isFinal: boolean }
  | { readonly kind: 'exists'; readonly username: string | undefined }
  /** The window sent no message; `before` lists the candidates when it was opened. */
  | { readonly kind: 'unknown'; readonly before: readonly Account[] };

interface ConnectDialogProps extends ConnectActions {
  readonly target: ConnectTarget;
  readonly step: ConnectStep;
  /** The account was connected after all, and the user has confirmed it. */
  readonly onFound: (account: Account) => void;
  /** Opens the window for an account that is connected already; called in the click. */
  readonly onReauthorize: (account: Account) => void;
}

/** Progress and result of connecting an account in another window; a step of the panel that began it. */
export function ConnectDialog(props: ConnectDialogProps) {
  const { target, step, onFound, onReauthorize, ...actions } = props;
  const title =
    target.type === 'account_new'
      ? `Connect ${target.label}`
      : `Reauthorize ${accountName(target.account)}`;

  if (step.kind === 'unknown') {
    return <ConnectionCheck {...{ target, onFound }} {...actions} before={step.before} />;
  }
  return (
    <ModalInterruption title={title} size="medium" onCancel={actions.onClose}>
      <StepContent {...{ target, step, actions, onReauthorize }} />
    </ModalInterruption>
  );
}

interface StepContentProps {
  readonly target: ConnectTarget;
  readonly step: Exclude<ConnectStep, { kind: 'unknown' }>;
  readonly actions: ConnectActions;
  readonly onReauthorize: (account: Account) => void;
}

function StepContent({ target, step, actions, onReauthorize }: StepContentProps) {
  if (step.kind === 'exists' && target.type === 'account_new') {
    const { onClose } = actions;
    return <ExistingAccount {...{ target, onReauthorize, onClose }} username={step.username} />;
  }
  if (step.kind === 'blocked') {
    return (
      <ConnectOptions {...actions}>
        <p role="status">
          <strong>Your browser blocked the {target.label} window.</strong> Allow pop-ups for this
          site and try again, or continue in this tab. You'll come back here.
        </p>
        <ExpectedAccount target={target} />
      </ConnectOptions>
    );
  }
  if (step.kind === 'failed') {
    return (
      <ConnectOptions {...actions} isFinal={step.isFinal}>
        <ErrorNotice error={step.error} />
        {!step.isFinal && <ExpectedAccount target={target} />}
      </ConnectOptions>
    );
  }
  return (
    <>
      <div className={styles.content}>
        <p>Finish in the window we opened. This page updates by itself.</p>
        <ExpectedAccount target={target} />
      </div>
      <DialogFooter>
        <Button variant="ghost" onClick={actions.onClose}>
          Cancel
        </Button>
        <Button onClick={actions.onContinueHere}>Continue in this tab</Button>
      </DialogFooter>
    </>
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
