import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '#console/ui/button/button.tsx';
import { DialogFooter } from '#console/ui/overlay/dialog.tsx';
import styles from './connect-dialog.module.css';

/** Time to read why this window goes away, in ms. */
const REDIRECT_DELAY_MS = 4000;

interface PopupBlockedProps {
  /** The third party's name. */
  readonly network: string;
  /** Goes there in this window. */
  readonly onContinue: () => void;
  readonly onClose: () => void;
}

/**
 * Says why the third party takes the place of this page, where the browser opened no window for it:
 * then it goes there by itself, as the person asked for in the click.
 */
export function PopupBlocked({ network, onContinue, onClose }: PopupBlockedProps) {
  const [isContinuing, setIsContinuing] = useState(false);
  function continueToNetwork() {
    setIsContinuing(true);
    onContinue();
  }
  const continueAutomatically = useEffectEvent(continueToNetwork);
  useEffect(() => {
    if (isContinuing) return;
    const timer = setTimeout(() => continueAutomatically(), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isContinuing]);

  return (
    <>
      <div role="status" className={styles.words}>
        <p>
          <strong>Your browser blocked the window for {network}.</strong> So {network} opens in this
          one in a moment, and leads you back to where you are now.
        </p>
        <p>To keep this page open next time, allow pop-up windows for it in your browser.</p>
      </div>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="primary" loading={isContinuing} onClick={continueToNetwork}>
          Go to {network} now
        </Button>
      </DialogFooter>
    </>
  );
}
