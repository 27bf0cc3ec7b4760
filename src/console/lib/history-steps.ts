type StepListener = (event: PopStateEvent) => void;

let first: StepListener | undefined;

/**
 * Listens for steps through the history before the router does: browsers call the listeners of the
 * window in the order in which they came. Called once, before the first render.
 */
export function startHistorySteps(): void {
  addEventListener('popstate', (event) => first?.(event));
}

/**
 * Hears of each step before the router, which `event.stopImmediatePropagation()` keeps from it.
 *
 * @returns stops listening
 */
export function interceptHistorySteps(listener: StepListener): () => void {
  first = listener;
  return () => {
    if (first === listener) first = undefined;
  };
}
