import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '#console/ui/button/button.tsx';
import { DialogFooter } from '#console/ui/overlay/dialog.tsx';
import styles from './connect-dialog.module.css';

/** Time to read why this window goes away, in ms. */
const READING_TIME_MS = 4000;

interface ConnectBlockedProps {
  /** The third party's name. */
  readonly network: string;
  /** Goes there in this window. */
  readonly onGo: () => void;
  readonly onClose: () => void;
}

/**
 * Says why the third party takes the place of this page, where the browser opened no window for it:
 * then it goes there by itself, as the person asked for in the click.
 */
export function ConnectBlocked({ network, onGo, onClose }: ConnectBlockedProps) {
  const [isGoing, setGoing] = useState(false);
  function go() {
    setGoing(true);
    onGo();
  }
  const goByItself = useEffectEvent(go);
  useEffect(() => {
    if (isGoing) return;
    const timer = setTimeout(() => goByItself(), READING_TIME_MS);
    return () => clearTimeout(timer);
  }, [isGoing]);

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
        <Button variant="primary" loading={isGoing} onClick={go}>
          Go to {network} now
        </Button>
      </DialogFooter>
    </>
  );
}
