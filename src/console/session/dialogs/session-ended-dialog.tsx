import { useEffect, useState } from 'react';
import { loadErrorMessage } from '#console/lib/load-code.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { useSession } from '#console/session/session-context.ts';
import type { EndReason } from '#console/session/session-model.ts';
import { consumePendingSignIn } from '#console/session/sign-in/pending-sign-in.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';

const WINDOW_FEATURES = 'popup,width=480,height=720';

/**
 * Opens over the page when its session has ended. The user signs in again in a popup, so that the page
 * keeps its input, or in this tab if popups are blocked. After a sign-out it hides the page.
 */
export function SessionEndedDialog({ reason }: { readonly reason: EndReason }) {
  const session = useSession();
  const [address, setAddress] = useState<string>();
  const [loadError, setLoadError] = useState<UserFacingError>();
  const [step, setStep] = useState<'initial' | 'opened' | 'blocked'>('initial');

  // Before the click, because browsers block windows that open after an await.
  useEffect(() => {
    let isCurrent = true;
    const preparing = session.signInAddress();
    preparing.then(
      (url) => isCurrent && setAddress(url),
      (error: unknown) => isCurrent && setLoadError(loadErrorMessage(error)),
    );
    return () => {
      isCurrent = false;
      preparing.then(forgetSignIn, () => {});
    };
  }, [session]);

  function signInHere() {
    void session.signIn(location.pathname + location.search);
  }

  function signInInPopup() {
    const popup = window.open(address, 'patron-sign-in', WINDOW_FEATURES);
    setStep(popup ? 'opened' : 'blocked');
  }

  const isBlocked = step === 'blocked';
  const hasSignedOut = reason === 'signed-out';
  return (
    <Dialog
      title={hasSignedOut ? 'You signed out in another tab' : 'Your session has ended'}
      description={DESCRIPTIONS[step]}
      size="small"
      closesOnBackdrop={false}
      hidesPage={hasSignedOut}
      onClose={hasSignedOut ? undefined : session.dismiss}
    >
      {loadError && <ErrorNotice error={loadError} />}
      <DialogFooter>
        {!hasSignedOut && (
          <Button variant="ghost" onClick={session.dismiss}>
            Not now
          </Button>
        )}
        {isBlocked && <Button onClick={signInHere}>Continue in this tab</Button>}
        {loadError ? (
          <Button variant="primary" onClick={() => location.reload()}>
            Reload
          </Button>
        ) : (
          <Button
            variant="primary"
            data-autofocus
            loading={address === undefined}
            onClick={signInInPopup}
          >
            {step === 'initial' ? 'Sign in again' : 'Open the window again'}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}

/** The popup has a copy of the pending sign-in, so this page drops its own. */
function forgetSignIn(address: string): void {
  consumePendingSignIn(new URL(address).searchParams.get('state') ?? '');
}

const DESCRIPTIONS = {
  initial: 'Sign in again in a small window. What you typed is safe.',
  opened: 'Finish signing in using the small window. This page will then continue.',
  blocked:
    'Your browser blocked the window. Allow pop-ups for this site, or continue in this tab and lose what you typed.',
} as const;
