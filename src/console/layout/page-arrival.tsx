import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { restoreScroll } from './scroll-memory.ts';

/** Stands in a page: once the page is there, moves the focus and the scroll position. */
export function PageArrival() {
  const { key } = useLocation();
  const navigationType = useNavigationType();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that appears
  useLayoutEffect(() => {
    const stopRestoring = restoreScroll(navigationType === 'POP' ? key : undefined);
    // The first page of a visit: the browser has put the focus where it belongs.
    const isFirst = key === 'default';
    const stopFocusing = isFirst ? undefined : focusHeading();
    return () => {
      stopRestoring();
      stopFocusing?.();
    };
  }, []);
  return null;
}

/**
 * Puts the focus on the page's heading, so that a screen reader begins with it; waits for it where
 * the page has to read it first, as long as the person goes nowhere else.
 */
function focusHeading(): (() => void) | undefined {
  const main = document.querySelector('main');
  if (!main) return;
  const focus = () => {
    const heading = main.querySelector('h1');
    heading?.focus({ preventScroll: true });
    return heading !== null;
  };
  if (focus()) return;
  main.focus({ preventScroll: true });
  const observer = new MutationObserver(() => {
    if (document.activeElement !== main || focus()) observer.disconnect();
  });
  observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}
