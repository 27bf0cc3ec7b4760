import { useSyncExternalStore } from 'react';
import { useConnection, useSession, useSessionState } from '#console/session/session-context.ts';
import { useCountdown } from '#console/ui/hooks/use-countdown.ts';
import styles from './shell-banner.module.css';

/**
 * Says that the servers can't be reached: everything that is missing loads when they can. Or that the
 * session has ended, after the user chose not to sign in again.
 */
export function ShellBanner() {
  const connection = useConnection();
  const session = useSession();
  const sessionState = useSessionState();
  const state = useSyncExternalStore(connection.subscribe, connection.getState);
  const { isLost } = state;
  const seconds = useCountdown(isLost ? (state.retryAt ?? 0) : 0);
  if (!isLost && (sessionState.status !== 'ended' || sessionState.isAsking)) return null;
  return (
    <div className={styles.banner}>
      <p role="status">
        <strong>{isLost ? 'Connection lost.' : 'Your session has ended.'}</strong>{' '}
        {isLost && (
          // Not announced every second.
          <span aria-live="off">
            {state.retryAt === undefined ? 'Retrying now' : `Retrying in ${seconds} s`}
          </span>
        )}
      </p>
      <button
        type="button"
        className={styles.action}
        onClick={isLost ? connection.retry : session.ask}
      >
        {isLost ? 'Retry now' : 'Sign in again'}
      </button>
    </div>
  );
}
