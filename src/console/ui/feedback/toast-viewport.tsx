import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { IconButton } from '#console/ui/button/icon-button.tsx';
import { focusHeadingOnUnmount } from '#console/ui/hooks/focus-heading.ts';
import { modalCloseListeners, openModals } from '#console/ui/open-modals.ts';
import { RequestId } from './error-notice.tsx';
import styles from './toast.module.css';

/** How long a success is shown; paused while the pointer or the focus is on a toast. */
const DURATION_MS = 5000;

/** The next step after a success: "View". Toasts are outside of the router, so it isn't a link. */
export interface ToastAction {
  readonly label: string;
  readonly onSelect: () => void;
  /** The page that it opens, if it does nothing else. */
  readonly to?: string;
}

export interface ToastContent {
  readonly id: number;
  readonly tone: 'success' | 'error';
  readonly message: UserFacingError;
  readonly action?: ToastAction | undefined;
  /** It stays until its action is used or it is dismissed. */
  readonly isPersistent?: boolean | undefined;
  /** The key of the notification that says the same, if there is one. */
  readonly notificationKey?: string | undefined;
  /** ISO 8601. */
  readonly at: string;
}

export interface ToastViewportProps {
  readonly toasts: readonly ToastContent[];
  readonly onDismiss: (id: number) => void;
}

export function ToastViewport({ toasts, onDismiss }: ToastViewportProps) {
  const ref = useRef<HTMLElement>(null);
  // Moved by us: React would create the toasts again, and their time would start again.
  const [container] = useState(createContainer);
  const [isPaused, setPaused] = useState(false);
  const newest = toasts.at(-1)?.id;

  useLayoutEffect(() => {
    const viewport = ref.current;
    if (!viewport) return undefined;
    if (newest === undefined) {
      // Closes it. It stays in the page while it is empty.
      document.body.append(container);
      setPaused(false);
      return undefined;
    }
    // In the dialog on top, because a dialog makes everything outside of it inert, and opened again for
    // each new toast, to be above what was opened since.
    function show() {
      const parent = openModals.at(-1)?.element ?? document.body;
      parent.append(container);
      viewport?.showPopover();
    }
    show();
    modalCloseListeners.add(show);
    return () => void modalCloseListeners.delete(show);
  }, [newest, container]);

  return createPortal(
    <section
      ref={ref}
      popover="manual"
      aria-label="Notifications"
      className={styles.viewport}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {toasts.map((toast) => (
        <Toast key={toast.id} {...toast} isPaused={isPaused} onDismiss={onDismiss} />
      ))}
    </section>,
    container,
  );
}

function createContainer(): HTMLElement {
  const container = document.createElement('div');
  container.toggleAttribute('data-toasts', true);
  return container;
}

interface ToastProps extends ToastContent {
  readonly isPaused: boolean;
  readonly onDismiss: (id: number) => void;
}

function Toast({ id, tone, message, action, isPersistent, isPaused, onDismiss }: ToastProps) {
  useEffect(() => {
    if (isPersistent || isPaused) return;
    const timer = setTimeout(() => onDismiss(id), DURATION_MS);
    return () => clearTimeout(timer);
  }, [id, isPersistent, isPaused, onDismiss]);

  return (
    <div
      ref={focusHeadingOnUnmount}
      role={tone === 'error' ? 'alert' : 'status'}
      className={styles.toast}
      data-tone={tone}
    >
      {tone === 'error' ? <CircleAlert /> : <CircleCheck />}
      <div className={styles.words}>
        <strong>{message.title}</strong>
        {message.detail && <p>{message.detail}</p>}
        {message.requestId && <RequestId id={message.requestId} />}
        {action && (
          <button
            type="button"
            className={styles.action}
            onClick={() => {
              onDismiss(id);
              action.onSelect();
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <IconButton size="small" label="Dismiss" icon={<X />} onClick={() => onDismiss(id)} />
    </div>
  );
}
