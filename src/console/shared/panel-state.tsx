import { type ReactNode, use } from 'react';
import { ApiError } from '#console/api/errors/api-error.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { askAdministrators } from '#console/lib/ask-administrators.ts';
import { Button } from '#console/ui/button/button.tsx';
import { RequestId } from '#console/ui/feedback/error-notice.tsx';
import { Administrators } from '#console/ui/page/administrators.ts';
import styles from './panel-state.module.css';

interface PanelStateProps {
  /** For example "Couldn't load members". */
  readonly errorTitle: string;
  /** The scope that the session lacks, if any. */
  readonly missingScope?: string | undefined;
  readonly error: Error | null;
  /** Shown instead of an error if a 404 is expected. */
  readonly notFoundText?: string;
  readonly retrying: boolean;
  readonly onRetry: () => void;
  /** Shown while loading. */
  readonly children: ReactNode;
}

/** For panels about members (decisions.md, 37). */
export const NO_PROGRAM = 'This team has no loyalty program.';

export function isNotFound(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** The content of a panel without data: missing access, an error, or a placeholder. */
export function PanelState(props: PanelStateProps) {
  const { errorTitle, missingScope, error, notFoundText, retrying, onRetry, children } = props;
  const advice = askAdministrators(use(Administrators));
  if (missingScope !== undefined) {
    return (
      <p className={styles.note}>
        You don't have access to this. {advice} (Requires the <code>{missingScope}</code> scope.)
      </p>
    );
  }
  if (notFoundText !== undefined && isNotFound(error)) {
    return <p className={styles.note}>{notFoundText}</p>;
  }
  const userError = toUserFacingError(error, errorTitle);
  if (!userError) return children;
  return (
    <div role="alert" className={styles.failed}>
      <p className={styles.title}>{userError.title}</p>
      {userError.detail && <p>{userError.detail}</p>}
      {userError.requestId && <RequestId id={userError.requestId} />}
      <Button size="small" loading={retrying} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
