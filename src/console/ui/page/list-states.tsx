import { CircleAlert, Inbox, Lock, SearchX } from 'lucide-react';
import { type ReactNode, use } from 'react';
import { askAdministrators } from '#console/lib/ask-administrators.ts';
import { classNames } from '#console/lib/class-names.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { Button } from '#console/ui/button/button.tsx';
import { RequestId } from '#console/ui/feedback/error-notice.tsx';
import { focusHeadingOnUnmount } from '#console/ui/hooks/focus-heading.ts';
import { Administrators } from './administrators.ts';
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

/** The list holds nothing yet. */
export function EmptyState({ icon = <Inbox />, title, action, children }: EmptyStateProps) {
  return (
    <ListState icon={icon} title={title} action={action}>
      {children}
    </ListState>
  );
}

interface NoMatchStateProps {
  /** What the list holds, in the plural: "members". */
  readonly what: string;
  /** The filters that are set: "Status is blocked". */
  readonly filters: readonly string[];
  readonly onClear: () => void;
}

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

  readonly retrying?: boolean;
  /** Replaces "Try again" where that can't help. */
  readonly fallbackAction?: ReactNode;
}

export function ErrorState({ error, onRetry, retrying = false, fallbackAction }: ErrorStateProps) {
  return (
    <ListState
      icon={error.isNotFound ? <SearchX /> : <CircleAlert />}
      title={error.title}
      {...(error.isNotFound ? {} : { tone: 'failed' })}
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
  /** What the scope gives access to, in the plural: "accounts". */
  readonly what: string;
  /** The OAuth scope: "accounts:read". */
  readonly scope: string;
}

export function MissingScopeState({ what, scope }: MissingScopeStateProps) {
  return (
    <ListState icon={<Lock />} title={`You don't have access to ${what}`}>
      <p>{askAdministrators(use(Administrators))} Then sign in again.</p>
      <p className={styles.details}>
        Requires the <code>{scope}</code> scope.
      </p>
    </ListState>
  );
}
