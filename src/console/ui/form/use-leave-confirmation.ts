import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';

export interface LeaveConfirmation {
  /** Runs `action`, which leaves the form; asks first if something would be lost. */
  readonly leave: (action: () => void) => void;
  /** Set while the user has to decide. */
  readonly question: { readonly confirm: () => void; readonly cancel: () => void } | undefined;
}

/**
 * Asks before unsaved input is lost to a navigation; a reload and a closed tab bring the browser's own
 * question.
 *
 * @param isSubmitting the form navigates away by itself once it is saved
 */
export function useLeaveConfirmation(isDirty: boolean, isSubmitting = false): LeaveConfirmation {
  const isConfirmed = useRef(false);
  const [action, setAction] = useState<() => void>();
  const blocker = useBlocker(
    ({ historyAction }) =>
      isDirty && !isConfirmed.current && (historyAction === 'POP' || !isSubmitting),
  );

  useEffect(() => {
    if (!isDirty) return;
    const handleBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', handleBeforeUnload);
    return () => window.removeEventListener('beforeunload', handleBeforeUnload);
  }, [isDirty]);

  function leave(next: () => void) {
    if (isDirty) setAction(() => next);
    else next();
  }

  if (blocker.state === 'blocked') {
    return { leave, question: { confirm: blocker.proceed, cancel: blocker.reset } };
  }
  const confirm = () => {
    isConfirmed.current = true;
    action?.();
  };
  return { leave, question: action && { confirm, cancel: () => setAction(undefined) } };
}
