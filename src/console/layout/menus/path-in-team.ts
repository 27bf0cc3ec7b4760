import type { NavigationGroup, NavigationItem } from '#console/layout/navigation.ts';
import { paths } from '#console/paths.ts';

/**
 * The page of another team that belongs to the same section: its list, because an item belongs to one
 * team only. The overview where there is no such section.
 *
 * @param pathname the page that is open
 */
export function pathInTeam(
  pathname: string,
  teamId: string,
  groups: readonly NavigationGroup[],
): string {
  return findSection(pathname, groups)?.to(teamId) ?? paths.overview(teamId);
}

export function findSection(
  pathname: string,
  groups: readonly NavigationGroup[],
): NavigationItem | undefined {
  const [, , teamId = ''] = pathname.split('/');
  return groups
    .flatMap(({ items }) => items)
    .find(({ to }) => `${pathname}/`.startsWith(`${to(decodeURIComponent(teamId))}/`));
}
