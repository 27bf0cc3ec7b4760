/** Moves the focus to the heading of the page, or to the page if it has no heading yet. */
export function focusHeading(): void {
  const main = document.querySelector<HTMLElement>('main');
  const target = main?.querySelector<HTMLElement>('h1') ?? main;
  target?.focus({ preventScroll: true });
}

/**
 * Focuses the heading of a page that was navigated to. The page may replace it when its code or data
 * arrives: the new heading gets the focus too, until the focus moves elsewhere.
 *
 * @param leftPath the page that was left with Back or Forward: the row that leads there gets the focus
 * @returns stops following the heading
 */
export function followHeading(leftPath?: string): () => void {
  const main = document.querySelector('main');
  if (!main) return () => {};
  const focusTarget = () => {
    const row = leftPath === undefined ? undefined : findLinkTo(main, leftPath);
    if (row) row.focus({ preventScroll: true });
    else focusHeading();
  };
  focusTarget();
  let target = document.activeElement;
  const observer = new MutationObserver(() => {
    const { activeElement, body } = document;
    const isReplaced = activeElement === body && !target?.isConnected;
    if (activeElement !== target && !isReplaced) return observer.disconnect();
    focusTarget();
    target = document.activeElement;
  });
  observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function findLinkTo(main: Element, path: string): HTMLAnchorElement | undefined {
  return [...main.querySelectorAll<HTMLAnchorElement>('table a')].find(
    ({ pathname }) => pathname === path,
  );
}

/** A `ref` for an element that may disappear while it has the focus: the heading takes it then. */
export function focusHeadingOnUnmount(element: HTMLElement | null) {
  return () => {
    if (element?.contains(document.activeElement)) focusHeading();
  };
}
