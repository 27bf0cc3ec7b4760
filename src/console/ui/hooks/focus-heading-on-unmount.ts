/**
 * A `ref` for what may go away while the focus is in it, as the button that brings rows back goes with
 * the words that stood in their place: the page's heading has the focus then, rather than nothing.
 */
export function focusHeadingOnUnmount(element: HTMLElement | null) {
  return () => {
    if (!element?.contains(document.activeElement)) return;
    document.querySelector('h1')?.focus({ preventScroll: true });
  };
}
