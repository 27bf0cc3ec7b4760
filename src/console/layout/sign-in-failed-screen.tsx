import { explain } from '#console/api/explain.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session-context.ts';
import { Button } from '#console/ui/button.tsx';
import { FullScreen } from './full-screen.tsx';

/** A sign-in came to nothing: why, and the way to try again. Nothing is tried by itself. */
export function SignInFailedScreen({ error }: { readonly error: unknown }) {
  const session = useSession();
  const problem = explain(error, "You aren't signed in");
  return (
    <FullScreen
      title={problem?.title ?? "You aren't signed in"}
      role="alert"
      action={
        <Button variant="primary" size="large" onClick={() => void session.signIn(paths.home())}>
          Sign in
        </Button>
      }
    >
      <p>{problem?.detail}</p>
      {problem?.requestId && (
        <p>
          Request <code>{problem.requestId}</code>
        </p>
      )}
    </FullScreen>
  );
}
