import type { Ref } from 'react';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import styles from './error-notice.module.css';

interface ErrorNoticeProps {
  readonly error: UserFacingError;
  readonly ref?: Ref<HTMLDivElement>;
}

/** What failed, why, and the id to quote; an `alert`, read out as soon as it appears. */
export function ErrorNotice({ error, ref }: ErrorNoticeProps) {
  return (
    <div ref={ref} role="alert" tabIndex={-1} className={styles.notice}>
      <p className={styles.title}>{error.title}</p>
      {error.detail && <p>{error.detail}</p>}
      {error.requestId && <RequestId id={error.requestId} />}
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
