import { useIsFetching } from '@tanstack/react-query';
import { useState } from 'react';
import { type GetScrollRestorationKeyFunction, ScrollRestoration } from 'react-router';
import { isPanelOpen, pagePathname } from './page-match.ts';

/** Restores scroll positions on Back and Forward, and on a reload once the page has its data. */
export function PageScroll() {
  const isFetching = useIsFetching() > 0;
  const [isLoaded, setIsLoaded] = useState(!isFetching);
  if (!isLoaded && !isFetching) setIsLoaded(true);
  return isLoaded ? <ScrollRestoration getKey={scrollKey} /> : null;
}

interface ScrollEntry {
  readonly key: string;
  readonly page: string;
  readonly isPanelOpen: boolean;
}

/** By the key of the history entry. */
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
