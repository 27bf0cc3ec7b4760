import { explain } from '#console/api/explain.ts';
import { RequestId } from '#console/ui/problem-notice.tsx';

/** Why something failed, what to do, and the id to quote. */
export function FailureReason({ error }: { readonly error: unknown }) {
  const problem = explain(error);
  if (!problem) return null;
  return (
    <>
      <p>
        {problem.title}. {problem.detail}
      </p>
      {problem.requestId && <RequestId id={problem.requestId} />}
    </>
  );
}
