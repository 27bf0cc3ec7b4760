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
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import type { ToastContent, ToastViewportProps } from './toast-viewport.tsx';

interface Toasts {
  /** Says that something worked; goes by itself. */
  readonly showSuccess: (text: string) => void;
  /** Says that a loose act failed; stays until it is closed. */
  readonly showError: (message: UserFacingError) => void;
  /** Takes away what worked before: an act begins whose outcome would stand beside it. */
  readonly clearSuccess: () => void;
}

/** More than this many at once push out the oldest. */
const MAX_TOASTS = 4;

const ToastContext = createContext<Toasts | undefined>(undefined);

/** Ways to tell the outcome of an act that has no place of its own on the page. */
export function useToast(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error('useToast outside of ToastProvider');
  return toasts;
}

/** Holds the toasts of the page; stands once, around everything. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ToastContent[]>([]);
  const lastId = useRef(0);
  const Viewport = useViewport();

  const value = useMemo<Toasts>(() => {
    function show(tone: ToastContent['tone'], message: UserFacingError) {
      lastId.current += 1;
      const toast = { id: lastId.current, tone, message };
      setToasts((shown) => [...shown, toast].slice(-MAX_TOASTS));
    }
    return {
      showSuccess: (text) => show('success', { title: text }),
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
      {children}
      {Viewport && <Viewport toasts={toasts} onDismiss={dismiss} />}
    </ToastContext>
  );
}

/** The viewport's code, which no page needs to be shown; it is there before the first toast is. */
function useViewport(): ComponentType<ToastViewportProps> | undefined {
  const [viewport, setViewport] = useState<{
    readonly Component: ComponentType<ToastViewportProps>;
  }>();
  useEffect(() => {
    import('./toast-viewport.tsx').then(
      ({ ToastViewport }) => setViewport({ Component: ToastViewport }),
      () => {
        // Without a network at the very start there is nothing to tell with.
      },
    );
  }, []);
  return viewport?.Component;
}
