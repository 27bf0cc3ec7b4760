import { ApiError } from '#console/api/errors/api-error.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { paths } from '#console/paths.ts';
import { useConfig, useSession } from '#console/session/session-context.ts';
import { SIGN_IN_CALLBACK_PATH } from '#console/session/sign-in/sign-in-callback.ts';
import { PlainButton } from '#console/ui/button/plain-button.tsx';
import { RequestId } from '#console/ui/feedback/error-notice.tsx';
import { FullScreen } from './full-screen.tsx';

/** Why signing in failed, what to do, the request ID, and a button to try again. */
export function SignInFailedScreen({ error }: { readonly error: unknown }) {
  const session = useSession();
  const { pathname, search } = location;
  const isCallback = pathname === SIGN_IN_CALLBACK_PATH;
  return (
    <FullScreen
      title="You aren't signed in"
      role="alert"
      action={
        <PlainButton
          variant="primary"
          size="large"
          onClick={() => void session.signIn(isCallback ? paths.home() : pathname + search)}
        >
          Sign in
        </PlainButton>
      }
    >
      <FailureReason error={error} />
    </FullScreen>
  );
}

/** An OAuth error is shown without a title. */
function FailureReason({ error }: { readonly error: unknown }) {
  const message = toUserFacingError(error);
  const { scopes } = useConfig().advocacy;
  if (!message) return null;
  if (error instanceof ApiError && error.code === 'invalid_scope') {
    return (
      <>
        <p>
          The sign-in service doesn't allow all permissions that the console asks for. Ask your
          Patron administrator to allow them there, or to set which ones the console asks for.
        </p>
        <p>
          Asked for: <code>{scopes.join(' ')}</code>
        </p>
      </>
    );
  }
  const isReasonEnough = error instanceof ApiError && error.status === 400 && error.detail;
  return (
    <>
      <p>
        {!isReasonEnough && `${message.title}. `}
        {message.detail}
      </p>
      {message.requestId && <RequestId id={message.requestId} />}
    </>
  );
}
