import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { restoreScroll } from './scroll-memory.ts';

let isFirstPage = true;

/** Stands in a page: once the page is there, moves the focus and the scroll position. */
export function PageArrival() {
  const { key } = useLocation();
  const navigationType = useNavigationType();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that appears
  useLayoutEffect(() => {
    const stopRestoring = restoreScroll(navigationType === 'POP' ? key : undefined);
    // The first page of a visit, unless somebody went on before it was there: the browser has put the
    // focus where it belongs.
    const stopFocusing = isFirstPage && navigationType !== 'PUSH' ? undefined : focusHeading();
    isFirstPage = false;
    return () => {
      stopRestoring();
      stopFocusing?.();
    };
  }, []);
  return null;
}

/**
 * Puts the focus on the page's heading, so that a screen reader begins with it. Waits for it where
 * the page has to be read first, and follows it where it is drawn anew with what was read, as long
 * as the person goes nowhere else.
 */
function focusHeading(): (() => void) | undefined {
  const main = document.querySelector('main');
  if (!main) return;
  let target: HTMLElement = main;
  const follow = () => {
    target = main.querySelector('h1') ?? main;
    if (document.activeElement !== target) target.focus({ preventScroll: true });
  };
  follow();
  const observer = new MutationObserver(() => {
    const { activeElement, body } = document;
    const isLost = activeElement === body && !target.isConnected;
    if (activeElement === target || isLost) follow();
    else observer.disconnect();
  });
  observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}
