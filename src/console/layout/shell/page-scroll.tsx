import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type GetScrollRestorationKeyFunction, ScrollRestoration, useLocation } from 'react-router';
import { isPanelOpen, pagePathname } from '#console/layout/page-match.ts';
import { usePageTitle } from '#console/ui/hooks/page-title.ts';

/** The key of the positions in the tab's storage; each has the key of its history entry. */
const STORAGE_KEY = 'patron.scroll';
const SCROLL_EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Restores scroll positions on Back and Forward, and on a reload once the page shows its data. Users who have
 * scrolled by then stay where they are.
 */
export function PageScroll() {
  const isFetching = useIsFetching() > 0;
  const isRendered = usePageTitle() !== '';
  const { key } = useLocation();
  const scrolledKey = useRef<string>(undefined);
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    if (isLoaded) return undefined;
    const listening = new AbortController();
    const note = () => {
      scrolledKey.current = key;
    };
    const options = { passive: true, signal: listening.signal };
    for (const type of SCROLL_EVENTS) window.addEventListener(type, note, options);
    return () => listening.abort();
  }, [isLoaded, key]);
  useEffect(() => {
    if (isLoaded || isFetching || !isRendered) return;
    if (scrolledKey.current === key) storePosition(key);
    setIsLoaded(true);
  }, [isLoaded, isFetching, isRendered, key]);
  return isLoaded ? <ScrollRestoration getKey={scrollKey} storageKey={STORAGE_KEY} /> : null;
}

/** Makes the position that is restored the current one. */
function storePosition(key: string): void {
  const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}');
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...Object(stored), [key]: window.scrollY }));
}

interface ScrollEntry {
  readonly key: string;
  readonly page: string;
  readonly isPanelOpen: boolean;
}

/** The entries of the history by their key. */
const entries = new Map<string, ScrollEntry>();
let latest: ScrollEntry | undefined;

/** Opening or closing a panel keeps the scroll position of the page below it. */
const scrollKey: GetScrollRestorationKeyFunction = (location, matches) => {
  const page = pagePathname(matches);
  const isOpen = isPanelOpen(matches);
  let entry = entries.get(location.key);
  if (!entry) {
    const isSamePage = latest?.page === page && (isOpen || latest.isPanelOpen);
    entry = { key: (isSamePage && latest?.key) || location.key, page, isPanelOpen: isOpen };
    entries.set(location.key, entry);
  }
  latest = entry;
  return entry.key;
};
