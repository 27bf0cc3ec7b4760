import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '#console/ui/button/button.tsx';
import { DialogFooter } from '#console/ui/overlay/dialog.tsx';
import styles from './connect-dialog.module.css';

/** Time to read why this tab goes to the network. */
const REDIRECT_DELAY_MS = 4000;

interface PopupBlockedProps {
  /** The network's name. */
  readonly network: string;
  /** Goes to the network in this tab. */
  readonly onContinue: () => void;
  readonly onClose: () => void;
}

/**
 * Explains that the browser blocked the popup, then goes to the network in this tab without another
 * click, because the user asked for it already.
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
      <div role="status" className={styles.content}>
        <p>
          <strong>Your browser blocked the {network} window.</strong> You'll continue at {network}{' '}
          in this tab in a few seconds, and return to this page afterwards.
        </p>
        <p>To stay on this page next time, allow pop-ups for it in your browser.</p>
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
