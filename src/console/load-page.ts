import { matchPath } from 'react-router';
import type { PrefetchContext } from './api/prefetch.ts';
import { matchPages } from './page-routes.ts';
import { PERSONAL_PAGES } from './personal-pages.ts';
import { TEAM_PAGES, TEAM_PATH } from './team-pages.ts';

/** Begins to load the code of the page at a path, where there is one; resolves also where it fails. */
export function preloadPage(pathname: string): Promise<unknown> {
  const pages = [
    ...matchPages(pathname, TEAM_PAGES, TEAM_PATH),
    ...matchPages(pathname, PERSONAL_PAGES, ''),
  ];
  return Promise.all(pages.map((page) => page.preload()));
}

/**
 * Reads what the page that the visit begins on shows first; resolves also where it fails, as the page
 * will ask again and tell.
 */
export async function prefetchPage(
  { pathname, search }: Location,
  sources: Pick<PrefetchContext, 'api' | 'queryClient'>,
): Promise<void> {
  for (const { path, prefetch } of TEAM_PAGES) {
    const match = prefetch && matchPath(`${TEAM_PATH}/${path}`, pathname);
    if (!match) continue;
    const context = { ...sources, params: match.params, search: new URLSearchParams(search) };
    await prefetch().then(
      (read) => read(context),
      () => {},
    );
  }
}
