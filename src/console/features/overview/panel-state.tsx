import type { ReactNode } from 'react';
import { ApiError } from '#console/api/errors/api-error.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { Button } from '#console/ui/button/button.tsx';
import { RequestId } from '#console/ui/feedback/error-notice.tsx';
import styles from './panel-state.module.css';

interface PanelStateProps {
  /** What the panel shows, as a sentence that says that it failed: "Members couldn't be counted". */
  readonly failure: string;
  /** The scope that reading takes, where the session has not got it. */
  readonly missingScope?: string | undefined;
  readonly error: Error | null;
  /** Why the service knows nothing of it (404), where that is no failure: "There is none." */
  readonly absence?: string;
  readonly retrying: boolean;
  readonly onRetry: () => void;
  /** Holds the place while it is read. */
  readonly children: ReactNode;
}

/** For panels about members (decisions.md, 37: the gateway knows no program of the team). */
export const NO_PROGRAM = 'This team has no loyalty program.';

/** Whether the service knows nothing of what was asked for. */
export function isAbsent(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** What stands in a panel that has nothing to show yet: no right to, a failure, or its place. */
export function PanelState(props: PanelStateProps) {
  const { failure, missingScope, error, absence, retrying, onRetry, children } = props;
  if (missingScope !== undefined) {
    return (
      <p className={styles.note}>
        Your session has no <code>{missingScope}</code> scope. Ask an administrator of the team for
        a role that has it.
      </p>
    );
  }
  if (absence !== undefined && isAbsent(error)) {
    return <p className={styles.note}>{absence}</p>;
  }
  const problem = toUserFacingError(error, failure);
  if (!problem) return children;
  return (
    <div role="alert" className={styles.failed}>
      <p className={styles.title}>{problem.title}</p>
      {problem.detail && <p>{problem.detail}</p>}
      {problem.requestId && <RequestId id={problem.requestId} />}
      <Button size="small" loading={retrying} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
