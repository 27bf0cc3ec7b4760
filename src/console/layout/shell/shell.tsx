import { type QueryFilters, useIsFetching } from '@tanstack/react-query';
import {
  type SyntheticEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { Outlet, useMatches, useNavigation, useNavigationType, useParams } from 'react-router';
import { OpenDialogContext, type ShellDialog } from '#console/layout/open-dialog.ts';
import { pagePathname } from '#console/layout/page-match.ts';
import { rememberPage } from '#console/layout/recent-pages.ts';
import { ShellBanner } from '#console/layout/status/shell-banner.tsx';
import { useCurrentUser } from '#console/session/current-user.ts';
import { lastTeamPreference } from '#console/session/team.ts';
import { followHeading } from '#console/ui/hooks/focus-heading.ts';
import { watchItemTitle } from '#console/ui/hooks/page-title.ts';
import { PageScroll } from './page-scroll.tsx';
import styles from './shell.module.css';
import { ShellDialogs } from './shell-dialogs.tsx';
import { Sidebar } from './sidebar.tsx';
import { Topbar } from './topbar.tsx';
import { useShellShortcuts } from './use-shell-shortcuts.ts';

interface ShellProps {
  /** Loads the code of the page at a path. */
  readonly preload: (pathname: string) => void;
}

export function Shell({ preload }: ShellProps) {
  const [dialog, setDialog] = useState<ShellDialog>();
  const closeDialog = useCallback(() => setDialog(undefined), []);
  const page = pagePathname(useMatches());
  useShellShortcuts(setDialog);
  useFocusOnNavigation(page);
  useRememberTeam();
  useRememberPage(page);

  /** A link that is hovered or focused is likely to be followed. */
  function preloadTarget(event: SyntheticEvent) {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (link instanceof HTMLAnchorElement && link.origin === location.origin) {
      preload(link.pathname);
    }
  }

  return (
    <OpenDialogContext value={setDialog}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only observes the events of its links */}
      <div className={styles.shell} onPointerOver={preloadTarget} onFocus={preloadTarget}>
        <a href="#main" className={styles.skip}>
          Skip to content
        </a>
        <div className={styles.side}>
          <Sidebar />
        </div>
        <div className={styles.page}>
          <Topbar />
          <ShellBanner />
          <main id="main" tabIndex={-1} className={styles.main}>
            <Progress />
            <Outlet key={page} />
          </main>
        </div>
        <ShellDialogs open={dialog} onClose={closeDialog} />
        <PageScroll />
      </div>
    </OpenDialogContext>
  );
}

/** A line at the top of the window while the code or the data of a page is loading. */
function Progress() {
  const isNavigating = useNavigation().state !== 'idle';
  const isLoading = useIsFetching(WITHOUT_DATA) > 0;
  if (!isNavigating && !isLoading) return null;
  return <div role="progressbar" aria-label="Loading" className={styles.progress} />;
}

/** Queries that a page waits for: not those that refresh what it shows. */
const WITHOUT_DATA: QueryFilters = {
  type: 'active',
  predicate: ({ state }) => state.status === 'pending',
};

/**
 * Moves the focus to the heading of a page that was navigated to, so that screen readers start there;
 * on the way back to a list to the row that was left.
 */
function useFocusOnNavigation(page: string) {
  const previous = useRef(page);
  const isBack = useNavigationType() === 'POP';
  const followTarget = useEffectEvent((left: string) => followHeading(isBack ? left : undefined));
  useEffect(() => {
    const left = previous.current;
    if (left === page) return undefined;
    previous.current = page;
    return followTarget(left);
  }, [page]);
}

/** Remembers the items that were opened, for the palette. Sections are listed there anyway. */
function useRememberPage(path: string) {
  const userId = useCurrentUser().data?.id;
  useEffect(() => {
    const isItem = path.split('/').filter(Boolean).length > 3;
    if (!isItem || userId === undefined) return undefined;
    // Not from a render: its title would still be that of the page before.
    return watchItemTitle((title) => rememberPage(userId, { path, title }));
  }, [path, userId]);
}

function useRememberTeam() {
  const { teamId } = useParams();
  const teams = useCurrentUser().data?.teams;
  const isMember = teams?.some(({ id }) => id === teamId) ?? false;
  useEffect(() => {
    if (isMember && teamId !== undefined) lastTeamPreference.write(teamId);
  }, [isMember, teamId]);
}
