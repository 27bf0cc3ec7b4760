/** Moves the focus to the heading of the page, or to the page if it has no heading yet. */
export function focusHeading(): void {
  const main = document.querySelector<HTMLElement>('main');
  const target = main?.querySelector<HTMLElement>('h1') ?? main;
  target?.focus({ preventScroll: true });
}

/** A `ref` for an element that may disappear while it has the focus: the heading takes it then. */
export function focusHeadingOnUnmount(element: HTMLElement | null) {
  return () => {
    if (element?.contains(document.activeElement)) focusHeading();
  };
}
