import { useEffect, useEffectEvent } from 'react';
import { interceptHistorySteps } from '#console/lib/history-steps.ts';

/**
 * Keeps what was typed from being lost to the browser's own ways out: before the tab is closed or
 * loaded anew the browser asks; Back and Forward are undone and handed to `onLeave`.
 *
 * @param isDirty whether there is anything to lose
 * @param onLeave asks the person; what it is given takes the way that was undone
 */
export function useLeaveGuard(isDirty: boolean, onLeave: (leave: () => void) => void): void {
  const ask = useEffectEvent(onLeave);

  useEffect(() => {
    if (!isDirty) return;
    const here = historyIndex();
    // What the next event is: somebody's step, the way back from it, or one that was agreed to.
    let expected: 'step' | 'undo' | 'leave' = 'step';

    const stopIntercepting = interceptHistorySteps((event) => {
      if (expected === 'leave') return;
      // Before the router hears of it, which would take the form away.
      event.stopImmediatePropagation();
      if (expected === 'undo') {
        expected = 'step';
        return;
      }
      const distance = historyIndex() - here || -1;
      expected = 'undo';
      history.go(-distance);
      ask(() => {
        expected = 'leave';
        history.go(distance);
      });
    });
    function handleBeforeUnload(event: BeforeUnloadEvent) {
      event.preventDefault();
    }

    window.addEventListener('beforeunload', handleBeforeUnload);
    return () => {
      stopIntercepting();
      window.removeEventListener('beforeunload', handleBeforeUnload);
    };
  }, [isDirty]);
}

/** The place of the entry in the history, as the router numbers them. */
function historyIndex(): number {
  const { idx } = (history.state ?? {}) as { readonly idx?: number };
  return idx ?? 0;
}
