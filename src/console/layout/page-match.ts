import type { UIMatch } from 'react-router';

/** The `handle` of a route that renders a side panel over its page. */
export const PANEL_HANDLE = { isPanel: true };

type PageMatch = Pick<UIMatch, 'pathname' | 'handle'>;

export function isPanelOpen(matches: readonly PageMatch[]): boolean {
  return matches.at(-1)?.handle === PANEL_HANDLE;
}

/** The path of the page that is shown, without the panel over it. */
export function pagePathname(matches: readonly PageMatch[]): string {
  return matches.findLast(({ handle }) => handle !== PANEL_HANDLE)?.pathname ?? '/';
}
