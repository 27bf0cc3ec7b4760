import type { Ref } from 'react';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import styles from './error-notice.module.css';

interface ErrorNoticeProps {
  readonly error: UserFacingError;
  readonly ref?: Ref<HTMLDivElement>;
}

/** An error as an `alert`: screen readers announce it when it appears. */
export function ErrorNotice({ error, ref }: ErrorNoticeProps) {
  return (
    <div ref={ref} role="alert" tabIndex={-1} className={styles.notice}>
      <p className={styles.title}>{error.title}</p>
      {error.detail && <p>{error.detail}</p>}
      {error.requestId && <RequestId id={error.requestId} />}
    </div>
  );
}

/** The id of the failed request in the service's logs. */
export function RequestId({ id }: { readonly id: string }) {
  return (
    <p className={styles.request}>
      Request <code>{id}</code>
    </p>
  );
}
