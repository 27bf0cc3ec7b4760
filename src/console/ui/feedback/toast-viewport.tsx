import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '#console/ui/button/icon-button.tsx';
import { focusHeadingOnUnmount } from '#console/ui/hooks/focus-heading.ts';
import { modalCloseListeners, openModals } from '#console/ui/open-modals.ts';
import { RequestId } from './error-notice.tsx';
import styles from './toast.module.css';
import { dismissToast, type ToastContent, useToasts } from './toasts.ts';

/** How long a success is shown; paused while the pointer or the focus is on a toast. */
const DURATION_MS = 5000;

interface ToastViewportProps {
  /** Toasts are outside of the router. */
  readonly onOpen: (page: string) => void;
}

export function ToastViewport({ onOpen }: ToastViewportProps) {
  const { shown: toasts } = useToasts();
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
        <Toast key={toast.id} {...toast} isPaused={isPaused} onOpen={onOpen} />
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

interface ToastProps extends ToastContent, ToastViewportProps {
  readonly isPaused: boolean;
}

function Toast({ id, tone, message, action, isPersistent, isPaused, onOpen }: ToastProps) {
  useEffect(() => {
    if (isPersistent || isPaused) return;
    const timer = setTimeout(() => dismissToast(id), DURATION_MS);
    return () => clearTimeout(timer);
  }, [id, isPersistent, isPaused]);

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
              dismissToast(id);
              action.onSelect?.();
              if (action.to !== undefined) onOpen(action.to);
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <IconButton size="small" label="Dismiss" icon={<X />} onClick={() => dismissToast(id)} />
    </div>
  );
}
