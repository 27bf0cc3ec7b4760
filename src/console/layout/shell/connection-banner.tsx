import { useSyncExternalStore } from 'react';
import { useConnection } from '#console/session/session-context.ts';
import { useCountdown } from '#console/ui/hooks/use-countdown.ts';
import styles from './connection-banner.module.css';

/** Says that the servers can't be reached. Everything that is missing loads when they can. */
export function ConnectionBanner() {
  const connection = useConnection();
  const state = useSyncExternalStore(connection.subscribe, connection.getState);
  const seconds = useCountdown(state.isLost ? (state.retryAt ?? 0) : 0);
  if (!state.isLost) return null;
  return (
    <div className={styles.banner}>
      <p role="status">
        <strong>Connection lost.</strong> {/* Not announced every second. */}
        <span aria-live="off">
          {state.retryAt === undefined ? 'Retrying now' : `Retrying in ${seconds} s`}
        </span>
      </p>
      <button type="button" className={styles.retry} onClick={connection.retry}>
        Retry now
      </button>
    </div>
  );
}
