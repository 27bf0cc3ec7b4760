import { type Ref, useSyncExternalStore } from 'react';
import { isConnected, watchConnected } from '#console/lib/connection.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import styles from './error-notice.module.css';

interface ErrorNoticeProps {
  readonly error: UserFacingError;
  readonly ref?: Ref<HTMLDivElement>;
}

/**
 * An error as an `alert`: screen readers announce it when it appears. That of a lost connection says when it
 * is back.
 */
export function ErrorNotice({ error, ref }: ErrorNoticeProps) {
  const isOnline = useSyncExternalStore(watchConnected, isConnected);
  const detail =
    error.isConnectionLost && isOnline ? 'The connection is back. Try again.' : error.detail;
  return (
    <div ref={ref} role="alert" tabIndex={-1} className={styles.notice}>
      <p className={styles.title}>{error.title}</p>
      {detail && <p>{detail}</p>}
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
