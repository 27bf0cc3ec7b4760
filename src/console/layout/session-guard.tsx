import { type ReactNode, useEffect } from 'react';
import { SessionEndedDialog } from '#console/session/dialogs/session-ended-dialog.tsx';
import { StepUpDialog } from '#console/session/dialogs/step-up-dialog.tsx';
import { useSessionState, useStepUpState } from '#console/session/session-context.ts';
import { FullScreen } from './status/full-screen.tsx';
import { SignInFailedScreen } from './status/sign-in-failed-screen.tsx';

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
  if (state.status === 'leaving') return <FullScreen title="One moment" role="status" />;
  if (isSignInWindow) return <SignInWindowScreen isDone={state.status === 'done'} />;
  return (
    <>
      {children}
      {isAsking && <StepUpDialog />}
      {state.status === 'ended' && state.isAsking && <SessionEndedDialog reason={state.reason} />}
    </>
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
