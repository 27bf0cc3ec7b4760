import { type ReactNode, useSyncExternalStore } from 'react';
import { useConnection, useSession, useSessionState } from '#console/session/session-context.ts';
import { useCountdown } from '#console/ui/hooks/use-countdown.ts';
import styles from './shell-banner.module.css';

/** Says that the servers can't be reached, or that the user has to sign in again. */
export function ShellBanner() {
  const connection = useConnection();
  const state = useSyncExternalStore(connection.subscribe, connection.getState);
  const seconds = useCountdown(state.isLost ? (state.retryAt ?? 0) : 0);
  const session = useSession();
  const sessionState = useSessionState();
  // Everything that is missing loads when they can be reached.
  if (state.isLost) {
    return (
      <BannerLine action="Retry now" onAction={connection.retry}>
        <strong>Connection lost.</strong> {/* Not announced every second. */}
        <span aria-live="off">
          {state.retryAt === undefined ? 'Retrying now' : `Retrying in ${seconds} s`}
        </span>
      </BannerLine>
    );
  }
  if (sessionState.status === 'ended' && !sessionState.isAsking) {
    return (
      <BannerLine action="Sign in again" onAction={session.ask}>
        <strong>Your session has ended.</strong>
      </BannerLine>
    );
  }
  return null;
}

interface BannerLineProps {
  readonly action: string;
  readonly onAction: () => void;
  readonly children: ReactNode;
}

function BannerLine({ action, onAction, children }: BannerLineProps) {
  return (
    <div className={styles.banner}>
      <p role="status">{children}</p>
      <button type="button" className={styles.action} onClick={onAction}>
        {action}
      </button>
    </div>
  );
}
