import { useEffect, useState } from 'react';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';

/** The next step after a success: "View" opens a page, "Undo" does something. */
export interface ToastAction {
  readonly label: string;
  readonly to?: string;
  readonly onSelect?: () => void;
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

interface ToastOptions extends Partial<Pick<ToastContent, 'isPersistent' | 'notificationKey'>> {
  readonly detail?: string;
  /** Only in the notifications: the page itself shows it. */
  readonly isSilent?: boolean;
}

interface Toasts {
  readonly shown: readonly ToastContent[];
  /** The toasts since the page was loaded, the newest first. */
  readonly history: readonly ToastContent[];
}

/** More toasts push out the oldest. */
const MAX_TOASTS = 4;
const MAX_HISTORY = 50;

let toasts: Toasts = { shown: [], history: [] };
let lastId = 0;
const listeners = new Set<(toasts: Toasts) => void>();

function set(change: Partial<Toasts>) {
  toasts = { ...toasts, ...change };
  for (const listener of listeners) listener(toasts);
}

function show(content: Omit<ToastContent, 'id' | 'at'>, isSilent = false) {
  lastId += 1;
  const toast = { ...content, id: lastId, at: new Date().toISOString() };
  const { shown, history } = toasts;
  set({
    shown: isSilent ? shown : [...shown, toast].slice(-MAX_TOASTS),
    history: [toast, ...history].slice(0, MAX_HISTORY),
  });
}

/** Disappears after a few seconds unless it is persistent. */
export function showSuccess(
  title: string,
  action?: ToastAction,
  { detail, isSilent, ...options }: ToastOptions = {},
): void {
  show({ tone: 'success', message: { title, detail }, action, ...options }, isSilent);
}

/** For actions outside of a form or dialog. Stays until dismissed. */
export function showError(message: UserFacingError): void {
  show({ tone: 'error', message, isPersistent: true });
}

/** Removes success toasts that aren't persistent, before an action whose result would appear beside them. */
export function clearSuccess(): void {
  set({ shown: toasts.shown.filter(({ isPersistent }) => isPersistent) });
}

export function dismissToast(id: number): void {
  set({ shown: toasts.shown.filter((toast) => toast.id !== id) });
}

/** Renders together with what else changes when a toast is shown, such as a dialog that closes. */
export function useToasts(): Toasts {
  const [current, setCurrent] = useState(toasts);
  useEffect(() => {
    setCurrent(toasts);
    listeners.add(setCurrent);
    return () => void listeners.delete(setCurrent);
  }, []);
  return current;
}
