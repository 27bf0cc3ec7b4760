import { X } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { Button } from '#console/ui/button/button.tsx';
import { IconButton } from '#console/ui/button/icon-button.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { ToneIcon } from '#console/ui/tone-icon.tsx';
import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';
import styles from './notifications-panel.module.css';
import type { Notification } from './use-notifications.ts';

interface NotificationsPanelProps {
  readonly attention: readonly Notification[];
  readonly recent: readonly Notification[];
  readonly loading: boolean;
  /** Set if something couldn't be loaded. */
  readonly retryFailed: (() => void) | undefined;
  readonly isUnread: (notification: Notification) => boolean;
  /** @param keys those of the notifications that were read */
  readonly onRead: (keys: readonly string[]) => void;
  readonly onClose: () => void;
}

export function NotificationsPanel(props: NotificationsPanelProps) {
  const { attention, recent, loading, retryFailed, isUnread, onRead, onClose } = props;
  const all = [...attention, ...recent];
  const unread = all.filter(isUnread);
  const list = { isUnread, onRead, onClose };
  const headingRef = useRef<HTMLHeadingElement>(null);
  return (
    <div className={styles.panel} aria-busy={loading}>
      <div className={styles.header}>
        <h2 ref={headingRef} tabIndex={-1}>
          Notifications
        </h2>
        <Button
          variant="ghost"
          size="small"
          disabledReason={unread.length === 0 ? 'Nothing is unread' : undefined}
          onClick={() => onRead(unread.map(({ key }) => key))}
        >
          Mark all read
        </Button>
        {/* On a phone, the panel covers almost everything beside it. */}
        <IconButton size="small" label="Close" icon={<X />} onClick={onClose} />
      </div>
      {all.length === 0 && !loading && !retryFailed && (
        <p className={styles.empty}>
          You're all caught up. Results of what you do, finished jobs and what needs attention
          appear here.
        </p>
      )}
      {attention.length > 0 && (
        <NotificationList label="Needs attention" notifications={attention} {...list} />
      )}
      {recent.length > 0 && <NotificationList label="Recent" notifications={recent} {...list} />}
      {loading && (
        <div className={styles.loading}>
          <VisuallyHidden>Loading</VisuallyHidden>
          <Skeleton height={36} />
        </div>
      )}
      {retryFailed && (
        <div role="alert" className={styles.failed}>
          <p>Some notifications couldn't be loaded.</p>
          <Button
            size="small"
            onClick={() => {
              // The button disappears.
              headingRef.current?.focus();
              retryFailed();
            }}
          >
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}

interface NotificationListProps
  extends Pick<NotificationsPanelProps, 'isUnread' | 'onRead' | 'onClose'> {
  readonly label: string;
  readonly notifications: readonly Notification[];
}

function NotificationList(props: NotificationListProps) {
  const { label, notifications, isUnread, onRead, onClose } = props;
  return (
    <>
      <h3 className={styles.label}>{label}</h3>
      <ul aria-label={label} className={styles.list}>
        {notifications.map((notification) => (
          <li key={notification.key} className={styles.item} data-unread={isUnread(notification)}>
            <ToneIcon tone={notification.tone} size="small">
              <notification.icon />
            </ToneIcon>
            <div className={styles.words}>
              <Title
                notification={notification}
                onSelect={() => {
                  onRead([notification.key]);
                  if (notification.to !== undefined) onClose();
                }}
              />
              {isUnread(notification) && <VisuallyHidden> (unread)</VisuallyHidden>}
              {notification.detail && <p>{notification.detail}</p>}
              {notification.at && (
                <p className={styles.time}>
                  <RelativeTime at={notification.at} />
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

interface TitleProps {
  readonly notification: Notification;
  readonly onSelect: () => void;
}

/** A notification, as a link if there is a page about it; selecting it marks it as read. */
function Title({ notification: { title, to }, onSelect }: TitleProps) {
  if (to === undefined) {
    return (
      <button type="button" className={styles.title} onClick={onSelect}>
        {title}
      </button>
    );
  }
  return (
    <Link to={to} className={styles.title} onClick={onSelect}>
      {title}
    </Link>
  );
}
