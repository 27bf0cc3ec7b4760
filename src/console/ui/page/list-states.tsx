import { CircleAlert, Inbox, Lock, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { Button } from '#console/ui/button/button.tsx';
import { RequestId } from '#console/ui/feedback/error-notice.tsx';
import { focusHeadingOnUnmount } from '#console/ui/hooks/focus-heading-on-unmount.ts';
import styles from './list-states.module.css';

interface StateProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly tone?: 'failed';
  readonly role?: 'alert';
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

function ListState({ icon, title, tone, role, action, children }: StateProps) {
  return (
    <div
      ref={focusHeadingOnUnmount}
      role={role}
      className={classNames(styles.state, tone === 'failed' && styles.failed)}
    >
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <h2>{title}</h2>
      <div className={styles.words}>{children}</div>
      <div className={styles.action}>{action}</div>
    </div>
  );
}

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  /** The first thing to do. */
  readonly action?: ReactNode;
  /** What the list is for. */
  readonly children: ReactNode;
}

/** Nothing is in the list yet. */
export function EmptyState({ icon = <Inbox />, title, action, children }: EmptyStateProps) {
  return (
    <ListState icon={icon} title={title} action={action}>
      {children}
    </ListState>
  );
}

interface NoMatchStateProps {
  /** What is looked for, in the plural: "members". */
  readonly what: string;
  /** The filters in words: "Status is blocked". */
  readonly filters: readonly string[];
  readonly onClear: () => void;
}

/** The filters leave nothing over. */
export function NoMatchState({ what, filters, onClear }: NoMatchStateProps) {
  return (
    <ListState
      icon={<SearchX />}
      title={`No ${what} match`}
      action={<Button onClick={onClear}>Clear filters</Button>}
    >
      <p>{filters.join(' · ')}</p>
    </ListState>
  );
}

interface ErrorStateProps {
  readonly error: UserFacingError;
  readonly onRetry: () => void;
  /** The next try is under way. */
  readonly retrying?: boolean;
  /** The way on where trying again changes nothing. */
  readonly fallbackAction?: ReactNode;
}

/** It could not be read. */
export function ErrorState({ error, onRetry, retrying = false, fallbackAction }: ErrorStateProps) {
  return (
    <ListState
      icon={<CircleAlert />}
      title={error.title}
      tone="failed"
      role="alert"
      action={
        fallbackAction || (
          <Button loading={retrying} onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {error.detail && <p>{error.detail}</p>}
      {error.requestId && <RequestId id={error.requestId} />}
    </ListState>
  );
}

interface MissingScopeStateProps {
  /** What can't be seen, in the plural: "accounts". */
  readonly what: string;
  /** The OAuth scope: "accounts:read". */
  readonly scope: string;
}

/** The session was not granted the scope that reading takes. */
export function MissingScopeState({ what, scope }: MissingScopeStateProps) {
  return (
    <ListState icon={<Lock />} title={`You can't see ${what}`}>
      <p>
        Your session has no <code>{scope}</code> scope. Ask an administrator of the team for a role
        that has it, then sign in again.
      </p>
    </ListState>
  );
}
