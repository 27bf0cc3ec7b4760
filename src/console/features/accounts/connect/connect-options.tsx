import type { ReactNode } from 'react';
import { Button } from '#console/ui/button/button.tsx';
import { DialogFooter } from '#console/ui/overlay/dialog.tsx';
import styles from './connect-dialog.module.css';

export interface ConnectActions {
  /** Opens the window again; called in the click. */
  readonly onRetry: () => void;
  /** Goes to the network in this tab. */
  readonly onContinueHere: () => void;
  readonly onClose: () => void;
}

interface ConnectOptionsProps extends ConnectActions {
  /** Whether trying again can't succeed. */
  readonly isFinal?: boolean;
  readonly children: ReactNode;
}

export function ConnectOptions({ isFinal = false, children, ...actions }: ConnectOptionsProps) {
  return (
    <>
      <div className={styles.content}>{children}</div>
      <DialogFooter>
        <Button variant="ghost" onClick={actions.onClose}>
          Close
        </Button>
        {!isFinal && (
          <>
            <Button onClick={actions.onContinueHere}>Continue in this tab</Button>
            <Button variant="primary" data-autofocus onClick={actions.onRetry}>
              Try again
            </Button>
          </>
        )}
      </DialogFooter>
    </>
  );
}
