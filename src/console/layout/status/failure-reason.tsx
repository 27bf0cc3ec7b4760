import { ApiError } from '#console/api/errors/api-error.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { RequestId } from '#console/ui/feedback/error-notice.tsx';

/** Why signing in failed, what to do, and the request ID. An OAuth error is shown without a title. */
export function FailureReason({ error }: { readonly error: unknown }) {
  const problem = toUserFacingError(error);
  if (!problem) return null;
  const isReasonEnough = error instanceof ApiError && error.status === 400 && error.detail;
  return (
    <>
      <p>
        {!isReasonEnough && `${problem.title}. `}
        {problem.detail}
      </p>
      {problem.requestId && <RequestId id={problem.requestId} />}
    </>
  );
}
