import { CircleAlert, CircleCheck, X } from 'lucide-react';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Problem } from '#console/lib/problem.ts';
import { IconButton } from './icon-button.tsx';
import { RequestId } from './problem-notice.tsx';
import styles from './toast.module.css';

interface ToastContent {
  readonly id: number;
  readonly tone: 'success' | 'error';
  readonly problem: Problem;
}

interface Toasts {
  /** Says that something worked; goes by itself. */
  readonly showSuccess: (text: string) => void;
  /** Says that a loose act failed; stays until it is closed. */
  readonly showError: (problem: Problem) => void;
}

/** How long a success stands, in ms; not counted while the pointer or the focus is on a toast. */
const DURATION = 5000;
/** More than this many at once push out the oldest. */
const MOST = 4;

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

  const value = useMemo<Toasts>(() => {
    function show(tone: ToastContent['tone'], problem: Problem) {
      lastId.current += 1;
      const toast = { id: lastId.current, tone, problem };
      setToasts((shown) => [...shown, toast].slice(-MOST));
    }
    return {
      showSuccess: (text) => show('success', { title: text }),
      showError: (problem) => show('error', problem),
    };
  }, []);
  const dismiss = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  );

  return (
    <ToastContext value={value}>
      {children}
      <ToastViewport toasts={toasts} onDismiss={dismiss} />
    </ToastContext>
  );
}

interface ToastViewportProps {
  readonly toasts: readonly ToastContent[];
  readonly onDismiss: (id: number) => void;
}

function ToastViewport({ toasts, onDismiss }: ToastViewportProps) {
  const ref = useRef<HTMLElement>(null);
  const [held, setHeld] = useState(false);
  const newest = toasts.at(-1)?.id;

  // In the top layer, and again at its top for each new toast: above any dialog opened since.
  useLayoutEffect(() => {
    const viewport = ref.current;
    if (!viewport) return;
    if (viewport.matches(':popover-open')) viewport.hidePopover();
    if (newest !== undefined) viewport.showPopover();
    else setHeld(false);
  }, [newest]);

  return (
    <section
      ref={ref}
      popover="manual"
      aria-label="Notifications"
      className={styles.viewport}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toasts.map((toast) => (
        <Toast key={toast.id} {...toast} held={held} onDismiss={onDismiss} />
      ))}
    </section>
  );
}

interface ToastProps extends ToastContent {
  readonly held: boolean;
  readonly onDismiss: (id: number) => void;
}

function Toast({ id, tone, problem, held, onDismiss }: ToastProps) {
  useEffect(() => {
    if (tone === 'error' || held) return;
    const timer = setTimeout(() => onDismiss(id), DURATION);
    return () => clearTimeout(timer);
  }, [id, tone, held, onDismiss]);

  return (
    <div role={tone === 'error' ? 'alert' : 'status'} className={styles.toast} data-tone={tone}>
      {tone === 'error' ? <CircleAlert /> : <CircleCheck />}
      <div className={styles.words}>
        <strong>{problem.title}</strong>
        {problem.detail && <p>{problem.detail}</p>}
        {problem.requestId && <RequestId id={problem.requestId} />}
      </div>
      <IconButton size="small" label="Dismiss" icon={<X />} onClick={() => onDismiss(id)} />
    </div>
  );
}
