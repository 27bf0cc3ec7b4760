import { type ReactNode, useEffect } from 'react';
import { lazyComponent } from '#console/lib/lazy-component.ts';
import {
  useSession,
  useSessionState,
  useStepUp,
  useStepUpState,
} from '#console/session/session-context.ts';
import { LoadBoundary } from './load-boundary.tsx';
import { FullScreen } from './status/full-screen.tsx';
import { SignInFailedScreen } from './status/sign-in-failed-screen.tsx';

const sessionEndedDialog = lazyComponent(
  async () => (await import('#console/session/session-ended-dialog.tsx')).SessionEndedDialog,
);
const stepUpDialog = lazyComponent(
  async () => (await import('#console/session/step-up/step-up-dialog.tsx')).StepUpDialog,
);

interface SessionGateProps {
  /** This window was opened for signing in again, and shows no pages. */
  readonly isSignInWindow: boolean;
  readonly children: ReactNode;
}

/** The pages, as far as the session lets them be shown, and the session's own dialogs over them. */
export function SessionGate({ isSignInWindow, children }: SessionGateProps) {
  const session = useSession();
  const stepUp = useStepUp();
  const state = useSessionState();
  const { asking } = useStepUpState();
  usePreloadedDialogs();

  if (state.status === 'failed') return <SignInFailedScreen error={state.error} />;
  if (state.status === 'leaving') return <FullScreen title="One moment" role="status" />;
  if (isSignInWindow) return <SignedInAgainScreen isDone={state.status === 'done'} />;
  return (
    <>
      {children}
      {asking && (
        <LoadBoundary onFailure={stepUp.cancel}>
          <stepUpDialog.Component />
        </LoadBoundary>
      )}
      {state.status === 'ended' && state.asking && (
        <LoadBoundary onFailure={session.dismiss}>
          <sessionEndedDialog.Component />
        </LoadBoundary>
      )}
    </>
  );
}

/** Their code has to be there when the network is not. */
function usePreloadedDialogs() {
  useEffect(() => {
    const timer = setTimeout(() => {
      stepUpDialog.preload();
      sessionEndedDialog.preload();
    }, 3000);
    return () => clearTimeout(timer);
  }, []);
}

function SignedInAgainScreen({ isDone }: { readonly isDone: boolean }) {
  useEffect(() => {
    if (isDone) window.close();
  }, [isDone]);
  if (!isDone) return <FullScreen title="One moment" role="status" />;
  return (
    <FullScreen title="You are signed in" role="status">
      <p>You can close this window. Your page goes on by itself.</p>
    </FullScreen>
  );
}
