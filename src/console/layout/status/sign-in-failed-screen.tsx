import { LazyBoundary } from '#console/layout/lazy-boundary.tsx';
import { lazyComponent } from '#console/lib/lazy-component.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session-context.ts';
import { PlainButton } from '#console/ui/button/plain-button.tsx';
import { FullScreen } from './full-screen.tsx';

const failureReason = lazyComponent<{ readonly error: unknown }>(
  async () => (await import('./failure-reason.tsx')).FailureReason,
);

/** Why a sign-in failed, and a button to try again. */
export function SignInFailedScreen({ error }: { readonly error: unknown }) {
  const session = useSession();
  return (
    <FullScreen
      title="You aren't signed in"
      role="alert"
      action={
        <PlainButton
          variant="primary"
          size="large"
          onClick={() => void session.signIn(paths.home())}
        >
          Sign in
        </PlainButton>
      }
    >
      <LazyBoundary>
        <failureReason.Component error={error} />
      </LazyBoundary>
    </FullScreen>
  );
}
