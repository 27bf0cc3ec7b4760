import type { Ref } from 'react';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import styles from './error-notice.module.css';

interface ProblemNoticeProps {
  readonly problem: UserFacingError;
  readonly ref?: Ref<HTMLDivElement>;
}

/** What failed, why, and the id to quote; an `alert`, read out as soon as it appears. */
export function ProblemNotice({ problem, ref }: ProblemNoticeProps) {
  return (
    <div ref={ref} role="alert" tabIndex={-1} className={styles.notice}>
      <p className={styles.title}>{problem.title}</p>
      {problem.detail && <p>{problem.detail}</p>}
      {problem.requestId && <RequestId id={problem.requestId} />}
    </div>
  );
}

/** The id under which the failure is found in the logs. */
export function RequestId({ id }: { readonly id: string }) {
  return (
    <p className={styles.request}>
      Request <code>{id}</code>
    </p>
  );
}
