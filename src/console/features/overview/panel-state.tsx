import type { ReactNode } from 'react';
import { explain } from '#console/api/explain.ts';
import { Button } from '#console/ui/button.tsx';
import { RequestId } from '#console/ui/problem-notice.tsx';
import styles from './panel-state.module.css';

interface PanelStateProps {
  /** What the panel shows, as a sentence that says that it failed: "Members couldn't be counted". */
  readonly failure: string;
  /** The scope that reading takes, where the session has not got it. */
  readonly missingScope?: string | undefined;
  readonly error: Error | null;
  readonly retrying: boolean;
  readonly onRetry: () => void;
  /** Holds the place while it is read. */
  readonly children: ReactNode;
}

/** What stands in a panel that has nothing to show yet: no right to, a failure, or its place. */
export function PanelState(props: PanelStateProps) {
  const { failure, missingScope, error, retrying, onRetry, children } = props;
  if (missingScope !== undefined) {
    return (
      <p className={styles.note}>
        Your session has no <code>{missingScope}</code> scope. Ask an administrator of the team for
        a role that has it.
      </p>
    );
  }
  const problem = explain(error, failure);
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
