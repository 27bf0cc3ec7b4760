import { type ReactNode, useEffect } from 'react';
import { lazyComponent } from '#console/lib/lazy-component.ts';
import {
  useSession,
  useSessionState,
  useStepUp,
  useStepUpState,
} from '#console/session/session-context.ts';
import type { EndReason } from '#console/session/session-model.ts';
import { LazyBoundary } from '#console/ui/lazy-boundary.tsx';
import { FullScreen } from './status/full-screen.tsx';

/** How long after the first render the dialogs are loaded, in ms. */
const PRELOAD_DELAY_MS = 3000;

const signInFailedScreen = lazyComponent<{ readonly error: unknown }>(
  async () => (await import('./status/sign-in-failed-screen.tsx')).SignInFailedScreen,
);
const sessionEndedDialog = lazyComponent<{ readonly reason: EndReason }>(
  async () =>
    (await import('#console/session/dialogs/session-ended-dialog.tsx')).SessionEndedDialog,
);
const stepUpDialog = lazyComponent(
  async () => (await import('#console/session/dialogs/step-up-dialog.tsx')).StepUpDialog,
);

interface SessionGuardProps {
  /** This is the window for signing in again, which shows no pages. */
  readonly isSignInWindow: boolean;
  readonly children: ReactNode;
}

/** Shows the pages to a signed-in user, and the dialogs of the session over them. */
export function SessionGuard({ isSignInWindow, children }: SessionGuardProps) {
  const session = useSession();
  const stepUp = useStepUp();
  const state = useSessionState();
  const { isAsking } = useStepUpState();
  usePreloadedDialogs();

  if (state.status === 'failed') {
    return (
      <LazyBoundary>
        <signInFailedScreen.Component error={state.error} />
      </LazyBoundary>
    );
  }
  if (state.status === 'leaving') return <FullScreen title="One moment" role="status" />;
  if (isSignInWindow) return <SignInWindowScreen isDone={state.status === 'done'} />;
  return (
    <>
      {children}
      {isAsking && (
        <LazyBoundary onError={stepUp.cancel}>
          <stepUpDialog.Component />
        </LazyBoundary>
      )}
      {state.status === 'ended' && state.isAsking && (
        <LazyBoundary onError={session.dismiss}>
          <sessionEndedDialog.Component reason={state.reason} />
        </LazyBoundary>
      )}
    </>
  );
}

/** Loads the dialogs early, because they are also needed while the network is down. */
function usePreloadedDialogs() {
  useEffect(() => {
    const timer = setTimeout(() => {
      void stepUpDialog.preload();
      void sessionEndedDialog.preload();
    }, PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
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
