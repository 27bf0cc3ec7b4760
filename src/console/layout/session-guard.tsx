import { type ReactNode, Suspense, useEffect } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { loadErrorMessage } from '#console/lib/load-code.ts';
import { paths } from '#console/paths.ts';
import { SessionEndedDialog } from '#console/session/dialogs/session-ended-dialog.tsx';
import { useSessionState, useStepUp, useStepUpState } from '#console/session/session-context.ts';
import { PlainButton } from '#console/ui/button/plain-button.tsx';
import { showError } from '#console/ui/feedback/toasts.ts';
import { lazyCode } from '#console/ui/lazy-part.tsx';
import { FullScreen } from './status/full-screen.tsx';
import { SignInFailedScreen } from './status/sign-in-failed-screen.tsx';

const stepUpDialog = lazyCode(
  async () => (await import('#console/session/dialogs/step-up-dialog.tsx')).StepUpDialog,
);

interface SessionGuardProps {
  /** This is the window for signing in again, which shows no pages. */
  readonly isSignInWindow: boolean;
  readonly children: ReactNode;
}

/** Shows the pages to a signed-in user, and the dialogs of the session over them. */
export function SessionGuard({ isSignInWindow, children }: SessionGuardProps) {
  const state = useSessionState();
  const { isAsking } = useStepUpState();

  if (state.status === 'failed') {
    return <SignInFailedScreen error={state.error} />;
  }
  if (state.status === 'replaced') return <OtherUserScreen />;
  if (state.status === 'leaving') return <FullScreen title="One moment" role="status" />;
  if (isSignInWindow) return <SignInWindowScreen isDone={state.status === 'done'} />;
  return (
    <>
      {children}
      {isAsking && <StepUp />}
      {state.status === 'ended' && state.isAsking && <SessionEndedDialog reason={state.reason} />}
    </>
  );
}

/** Asks for the password. If the dialog can't be loaded, the change is canceled, and a toast says why. */
function StepUp() {
  const stepUp = useStepUp();
  function handleError(error: unknown) {
    stepUpDialog.reset();
    showError(loadErrorMessage(error));
    stepUp.cancel();
  }
  return (
    <ErrorBoundary fallback={null} onError={handleError}>
      <Suspense>
        <stepUpDialog.Component />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Replaces the page, which belongs to the last user. */
function OtherUserScreen() {
  return (
    <FullScreen
      title="Someone else signed in"
      role="alert"
      action={
        <PlainButton variant="primary" size="large" onClick={() => location.replace(paths.home())}>
          Open Patron
        </PlainButton>
      }
    >
      <p>Another user of this browser signed in to Patron, so your page was closed.</p>
    </FullScreen>
  );
}

function SignInWindowScreen({ isDone }: { readonly isDone: boolean }) {
  useEffect(() => {
    if (isDone) window.close();
  }, [isDone]);
  if (!isDone) return <FullScreen title="One moment" role="status" />;
  return (
    <FullScreen title="You are signed in" role="status">
      <p>You can close this window and continue on your page.</p>
    </FullScreen>
  );
}
