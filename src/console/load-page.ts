import { matchPath } from 'react-router';
import type { PrefetchContext } from '#console/api/prefetch.ts';
import { matchPages } from './page-routes.ts';
import { PERSONAL_PAGES } from './personal-pages.ts';
import { TEAM_PAGES, TEAM_PATH } from './team-pages.ts';

/** Begins to load the code of the page at a path, where there is one. */
export function preloadPage(pathname: string): void {
  const pages = [
    ...matchPages(pathname, TEAM_PAGES, TEAM_PATH),
    ...matchPages(pathname, PERSONAL_PAGES, ''),
  ];
  for (const page of pages) page.preload();
}

/** Begins to read what the page that the visit begins on shows first. */
export function prefetchPage(
  { pathname, search }: Location,
  sources: Pick<PrefetchContext, 'api' | 'queryClient'>,
): void {
  for (const { path, prefetch } of TEAM_PAGES) {
    const match = prefetch && matchPath(`${TEAM_PATH}/${path}`, pathname);
    if (!match) continue;
    const context = { ...sources, params: match.params, search: new URLSearchParams(search) };
    // Without the code the page can't be shown either, and says so.
    void prefetch().then(
      (read) => read(context),
      () => {},
    );
  }
}
