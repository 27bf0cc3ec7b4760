import {
  type ComponentType,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { afterFirstPage } from '#console/lib/first-page.ts';
import { loadCode } from '#console/lib/lazy-component.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import type { ToastAction, ToastContent, ToastViewportProps } from './toast-viewport.tsx';

interface Toasts {
  /** Disappears after a few seconds. */
  readonly showSuccess: (text: string, action?: ToastAction, detail?: string) => void;
  /** For actions outside of a form or dialog. Stays until dismissed. */
  readonly showError: (message: UserFacingError) => void;
  /** Removes success toasts, before an action whose result would appear beside them. */
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
  const Viewport = useViewport();

  const value = useMemo<Toasts>(() => {
    function show(
      tone: ToastContent['tone'],
      message: UserFacingError,
      action?: ToastAction | undefined,
    ) {
      lastId.current += 1;
      const at = new Date().toISOString();
      const toast = { id: lastId.current, tone, message, action, at };
      setToasts((shown) => [...shown, toast].slice(-MAX_TOASTS));
      setHistory((earlier) => [toast, ...earlier].slice(0, MAX_HISTORY));
    }
    return {
      showSuccess: (title, action, detail) => show('success', { title, detail }, action),
      showError: (message) => show('error', message),
      clearSuccess: () => setToasts((shown) => shown.filter(({ tone }) => tone === 'error')),
    };
  }, []);
  const dismiss = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  );

  return (
    <ToastContext value={value}>
      <ToastHistoryContext value={history}>{children}</ToastHistoryContext>
      {Viewport && <Viewport toasts={toasts} onDismiss={dismiss} />}
    </ToastContext>
  );
}

/** Loads the viewport lazily: no page needs it to render, and it is there before the first toast. */
function useViewport(): ComponentType<ToastViewportProps> | undefined {
  const [viewport, setViewport] = useState<{
    readonly Component: ComponentType<ToastViewportProps>;
  }>();
  useEffect(() => {
    afterFirstPage()
      .then(() => loadCode(() => import('./toast-viewport.tsx')))
      .then(
        ({ ToastViewport }) => setViewport({ Component: ToastViewport }),
        () => {
          // Another version has been deployed: no toasts until the page is reloaded.
        },
      );
  }, []);
  return viewport?.Component;
}
