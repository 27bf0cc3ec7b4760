import { useSyncExternalStore } from 'react';
import {
  useConfig,
  useConnection,
  useGrantedScopes,
  useSession,
  useSessionState,
} from '#console/session/session-context.ts';
import { useCurrentTeam } from '#console/session/team.ts';
import { useCountdown } from '#console/ui/hooks/use-countdown.ts';
import { LazyPart, lazyCode } from '#console/ui/lazy-part.tsx';
import styles from './shell-banner.module.css';

const teamBanner = lazyCode(async () => (await import('./status-pages.tsx')).TeamBanner);

/**
 * Says that the servers can't be reached: everything that is missing loads when they can. Or that they are
 * slow, or that the session has ended, after the user chose not to sign in again.
 */
export function ShellBanner() {
  const connection = useConnection();
  const session = useSession();
  const sessionState = useSessionState();
  const state = useSyncExternalStore(connection.subscribe, connection.getState);
  const { isLost } = state;
  const seconds = useCountdown(isLost ? (state.retryAt ?? 0) : 0);
  const granted = useGrantedScopes();
  const { scopes } = useConfig().advocacy;
  const hasAll = !granted || scopes.every((scope) => granted.includes(scope));
  const needsSecondStep = useCurrentTeam()?.meta?.second_step_until !== undefined;
  const isSlow = !isLost && state.isSlow;
  if (!isLost && !isSlow && (sessionState.status !== 'ended' || sessionState.isAsking)) {
    return hasAll && !needsSecondStep ? null : <LazyPart code={teamBanner} props={{}} />;
  }
  return (
    <div className={styles.banner}>
      <p role="status">
        <strong>
          {isLost
            ? 'Connection lost.'
            : isSlow
              ? 'The service is slow to respond.'
              : 'Your session has ended.'}
        </strong>{' '}
        {isSlow && 'This page updates as soon as it does.'}
        {isLost && (
          // Not announced every second.
          <span aria-live="off">
            {state.retryAt === undefined ? 'Retrying…' : `Retrying in ${seconds} s`}
          </span>
        )}
      </p>
      {!isSlow && (
        <button
          type="button"
          className={styles.action}
          onClick={isLost ? connection.retry : session.ask}
        >
          {isLost ? 'Retry now' : 'Sign in again'}
        </button>
      )}
    </div>
  );
}
