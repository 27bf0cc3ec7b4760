import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session-context.ts';
import { PlainButton } from '#console/ui/button/plain-button.tsx';
import { FailureReason } from './failure-reason.tsx';
import { FullScreen } from './full-screen.tsx';

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
      <FailureReason error={error} />
    </FullScreen>
  );
}
