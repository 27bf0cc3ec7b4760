interface RecentPage {
  readonly path: string;
  /** Its heading. */
  readonly title: string;
}

const MAX_RECENT = 4;

/** In memory only: titles are names of members, which must not outlast the visit. */
let recent: readonly RecentPage[] = [];

/** Remembers an item that was opened. */
export function rememberPage(page: RecentPage): void {
  recent = [page, ...recent.filter(({ path }) => path !== page.path)].slice(0, MAX_RECENT);
}

/** The items opened last, newest first. */
export function listRecentPages(): readonly RecentPage[] {
  return recent;
}
