import { useEffect, useState } from 'react';
import { Button } from '#console/ui/button/button.tsx';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';
import { takePendingSignIn } from './pending-sign-in.ts';
import { useSession } from './session-context.ts';

const WINDOW_FEATURES = 'popup,width=480,height=720';

/**
 * Stands over the page when its session has ended. Signing in again happens in a small window, so
 * that what was typed stays; where windows are blocked, in the page's place.
 */
export function SessionEndedDialog() {
  const session = useSession();
  const [address, setAddress] = useState<string>();
  const [step, setStep] = useState<'asked' | 'opened' | 'blocked'>('asked');

  // Known before the click, because browsers block windows that open after something was awaited.
  useEffect(() => {
    let isCurrent = true;
    const preparing = session.signInAddress();
    void preparing.then((url) => {
      if (isCurrent) setAddress(url);
    });
    return () => {
      isCurrent = false;
      void preparing.then(forgetSignIn);
    };
  }, [session]);

  function signInHere() {
    void session.signIn(location.pathname + location.search);
  }

  function signInBeside() {
    const popup = window.open(address, 'patron-sign-in', WINDOW_FEATURES);
    setStep(popup ? 'opened' : 'blocked');
  }

  const isBlocked = step === 'blocked';
  return (
    <Dialog
      title="Your session has ended"
      description={DESCRIPTIONS[step]}
      size="small"
      closesOnBackdrop={false}
      onClose={session.dismiss}
    >
      <DialogFooter>
        <Button variant="ghost" onClick={session.dismiss}>
          Not now
        </Button>
        {isBlocked && <Button onClick={signInHere}>Sign in on this page</Button>}
        <Button
          variant="primary"
          data-autofocus
          loading={address === undefined}
          onClick={signInBeside}
        >
          {step === 'asked' ? 'Sign in again' : 'Open the window again'}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** The small window was given a copy of what its reply needs, so this page keeps no used verifier. */
function forgetSignIn(address: string): void {
  takePendingSignIn(new URL(address).searchParams.get('state') ?? '');
}

const DESCRIPTIONS = {
  asked: 'Sign in again to go on. It happens in a small window, so what you typed here stays.',
  opened: 'Sign in in the small window. This page goes on by itself once you have.',
  blocked:
    'Your browser blocked the small window. Allow windows for this page, or sign in on this page, which loses what you typed here.',
} as const;
