import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { type ToastAction, type ToastContent, ToastViewport } from './toast-viewport.tsx';

interface ToastOptions extends Partial<Pick<ToastContent, 'isPersistent' | 'notificationKey'>> {
  readonly detail?: string;
  /** Only in the notifications: the page itself shows it. */
  readonly isSilent?: boolean;
}

interface Toasts {
  /** Disappears after a few seconds unless it is persistent. */
  readonly showSuccess: (text: string, action?: ToastAction, options?: ToastOptions) => void;
  /** For actions outside of a form or dialog. Stays until dismissed. */
  readonly showError: (message: UserFacingError) => void;
  /**
   * Removes success toasts that aren't persistent, before an action whose result would appear beside
   * them.
   */
  readonly clearSuccess: () => void;
}

/** More toasts push out the oldest. */
const MAX_TOASTS = 4;
const MAX_HISTORY = 50;

const ToastContext = createContext<Toasts | undefined>(undefined);
const ToastHistoryContext = createContext<readonly ToastContent[]>([]);

export function useToast(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error('useToast outside of ToastProvider');
  return toasts;
}

/** The toasts since the page was loaded, the newest first. */
export function useToastHistory(): readonly ToastContent[] {
  return useContext(ToastHistoryContext);
}

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ToastContent[]>([]);
  const [history, setHistory] = useState<readonly ToastContent[]>([]);
  const lastId = useRef(0);

  const value = useMemo<Toasts>(() => {
    function show(content: Omit<ToastContent, 'id' | 'at'>, isSilent = false) {
      lastId.current += 1;
      const toast = { ...content, id: lastId.current, at: new Date().toISOString() };
      if (!isSilent) setToasts((shown) => [...shown, toast].slice(-MAX_TOASTS));
      setHistory((earlier) => [toast, ...earlier].slice(0, MAX_HISTORY));
    }
    return {
      showSuccess: (title, action, { detail, isSilent, ...options } = {}) =>
        show({ tone: 'success', message: { title, detail }, action, ...options }, isSilent),
      showError: (message) => show({ tone: 'error', message, isPersistent: true }),
      clearSuccess: () => setToasts((shown) => shown.filter(({ isPersistent }) => isPersistent)),
    };
  }, []);
  const dismiss = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  );

  return (
    <ToastContext value={value}>
      <ToastHistoryContext value={history}>{children}</ToastHistoryContext>
      <ToastViewport toasts={toasts} onDismiss={dismiss} />
    </ToastContext>
  );
}
