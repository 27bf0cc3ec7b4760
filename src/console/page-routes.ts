import { matchPath } from 'react-router';
import type { Prefetch } from './api/prefetch.ts';
import type { LazyComponent } from './lib/lazy-component.ts';

/** A page with the panels that open over it. */
export interface PageRoute {
  /** Relative to what it stands in; react-router's pattern. */
  readonly path: string;
  readonly page: LazyComponent;
  /**
   * Loads what reads the page's data, for a visit that begins there: it is read while the shell and
   * the page are being drawn.
   */
  readonly prefetch?: () => Promise<Prefetch>;
  /** Routes below the page, rendered in its `<Outlet />`: create and edit forms in a side panel. */
  readonly panels?: readonly PageRoute[];
}

/** Names of the sections that have a page: the first part of a route. */
export function sectionsOf(routes: readonly PageRoute[]): Set<string> {
  return new Set(routes.map(({ path }) => path.split('/')[0] ?? ''));
}

/** The page at a path, and the panel over it. */
export function matchPages(
  pathname: string,
  routes: readonly PageRoute[],
  base: string,
): readonly LazyComponent[] {
  for (const { path, page, panels = [] } of routes) {
    const pattern = `${base}/${path}`;
    if (matchPath(pattern, pathname)) return [page];
    const panel = panels.find((candidate) => matchPath(`${pattern}/${candidate.path}`, pathname));
    if (panel) return [page, panel.page];
  }
  return [];
}
