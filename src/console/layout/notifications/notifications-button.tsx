import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { currentUserQuery, type NamedTeam, useCurrentUser } from '#console/session/current-user.ts';
import { useMissingScope, useSessionState } from '#console/session/session-context.ts';
import { useCurrentTeam } from '#console/session/team.ts';
import { needsAttention } from '#console/shared/accounts/account-expiry.ts';
import { allAccountsQuery } from '#console/shared/accounts/all-accounts-query.ts';
import { Badge } from '#console/ui/badge.tsx';
import buttonStyles from '#console/ui/button/button.module.css';
import { PlainButton } from '#console/ui/button/plain-button.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import { showSuccess, useToasts } from '#console/ui/feedback/toasts.ts';
import type { StoredPreference } from '#console/ui/hooks/stored-preference.ts';
import { useShortcut } from '#console/ui/hooks/use-shortcut.ts';
import { Popover } from '#console/ui/popup/popover.tsx';
import { Spinner } from '#console/ui/spinner.tsx';
import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';
import styles from './notifications-button.module.css';
import { NotificationsPanel } from './notifications-panel.tsx';
import {
  addMessage,
  markRead,
  notificationsPreference,
  parseStoredNotifications,
} from './stored-notifications.ts';
import { useNotifications } from './use-notifications.ts';

const MAX_SHOWN = 9;
const ROLE_CHECK_MS = 30_000;

export function NotificationsButton() {
  const id = useId();
  const buttonRef = useRef<HTMLButtonElement>(null);
  const userId = useCurrentUser().data?.id;
  const preference = useMemo(() => notificationsPreference(userId), [userId]);
  const value = preference.useValue();
  const stored = useMemo(() => parseStoredNotifications(value), [value]);
  const { messages, read } = stored;
  const teamId = useCurrentTeam()?.id;
  const { running, ...lists } = useNotifications({ teamId, userId, messages });
  const isUnread = ({ key }: { readonly key: string }) => !read.includes(key);
  const unread = [...lists.attention, ...lists.recent].filter(isUnread);
  useStoredToasts(preference, userId);
  useRoleChanges();
  useShortcut(['n'], () => buttonRef.current?.click());

  function handleRead(keys: readonly string[]) {
    preference.write(JSON.stringify(markRead(parseStoredNotifications(preference.read()), keys)));
  }

  return (
    <Popover
      label="Notifications"
      align="end"
      trigger={(props) => (
        <>
          {running > 0 && teamId !== undefined && (
            <Link to={paths.jobs(teamId)} className={styles.jobs}>
              <Spinner />
              {formatCount(running, 'job')} running
            </Link>
          )}
          <PlainButton
            ref={buttonRef}
            variant="ghost"
            aria-label="Notifications"
            aria-describedby={id}
            aria-keyshortcuts="N"
            title="Notifications"
            className={buttonStyles.square}
            {...props}
          >
            {/* Generated content, because the label names the button. */}
            <span className={styles.bell} data-count={countLabel(unread.length)}>
              <Bell />
            </span>
          </PlainButton>
          <VisuallyHidden id={id}>
            {unread.length > 0 ? `${formatNumber(unread.length)} unread` : 'Nothing unread'}
          </VisuallyHidden>
        </>
      )}
    >
      {(close) => (
        <NotificationsPanel {...lists} isUnread={isUnread} onRead={handleRead} onClose={close} />
      )}
    </Popover>
  );
}

function countLabel(count: number): string | undefined {
  if (count === 0) return undefined;
  return count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count);
}

/**
 * Stores what toasts say, except for those that repeat another notification. Successes that the user could
 * see count as read.
 */
function useStoredToasts(preference: StoredPreference, userId: string | undefined) {
  const { history } = useToasts();
  const lastStored = useRef(0);
  useEffect(() => {
    if (userId === undefined) return;
    let stored = parseStoredNotifications(preference.read());
    const added = history.filter(({ id }) => id > lastStored.current).toReversed();
    for (const { id: toastId, at, tone, message, action, notificationKey } of added) {
      lastStored.current = toastId;
      // Unique across reloads and tabs.
      const id = `${performance.timeOrigin} ${toastId}`;
      const { title, detail } = message;
      if (notificationKey === undefined) {
        stored = addMessage(stored, { id, at, tone, title, detail, to: action?.to });
      }
      if (tone === 'success' && !document.hidden) {
        stored = markRead(stored, [notificationKey ?? id]);
      }
    }
    if (added.length > 0) preference.write(JSON.stringify(stored));
  }, [history, preference, userId]);
}

/** Notices in every open tab that somebody changed the user's role, and says so. */
function useRoleChanges(): void {
  const isSignedIn = useSessionState().status === 'signed-in';
  const { data } = useQuery({
    ...currentUserQuery(useApi()),
    refetchInterval: isSignedIn && ROLE_CHECK_MS,
    refetchOnWindowFocus: isSignedIn && 'always',
  });
  const teams = data?.teams;
  const previous = useRef<readonly NamedTeam[]>(undefined);
  useEffect(() => {
    const before = previous.current;
    previous.current = teams;
    for (const { id, attributes, meta } of teams ?? []) {
      const last = before?.find((team) => team.id === id)?.meta?.role;
      if (last && meta?.role && last !== meta.role) {
        showSuccess(`Your role on ${attributes.name} changed from ${last} to ${meta.role}`);
      }
    }
  }, [teams]);
}

/** The page itself comes first. */
const ATTENTION_DELAY_MS = 2_000;
const ATTENTION_REFRESH_MS = 5 * 60_000;

/** How many accounts have expired or will soon. In this file because both load right after the page. */
export function AttentionBadge({ teamId }: { readonly teamId: string }) {
  const now = useNow();
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setIsIdle, ATTENTION_DELAY_MS, true);
    return () => clearTimeout(timer);
  }, []);
  const canRead = useMissingScope('accounts:read') === undefined;
  const accounts = useQuery({
    ...allAccountsQuery(useApi(), teamId),
    enabled: canRead && isIdle,
    refetchInterval: ATTENTION_REFRESH_MS,
  });
  const count = accounts.data?.rows.filter((account) => needsAttention(account, now)).length ?? 0;
  if (count === 0) return null;
  return (
    <Badge tone="amber">
      {formatNumber(count)}
      <VisuallyHidden> need attention</VisuallyHidden>
    </Badge>
  );
}
