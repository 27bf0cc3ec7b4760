import { type SyntheticEvent, useCallback, useContext, useEffect, useState } from 'react';
import { Outlet, useParams } from 'react-router';
import { LoadBoundary } from '#console/layout/load-boundary.tsx';
import { lazyComponent } from '#console/lib/lazy-component.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { lastTeamPreference } from '#console/session/team.ts';
import styles from './shell.module.css';
import { OpenDialogContext, ShellContext } from './shell-context.ts';
import { type ShellDialog, ShellDialogs } from './shell-dialogs.tsx';
import { Sidebar } from './sidebar.tsx';
import { Topbar } from './topbar.tsx';

/** Listens to the keyboard as soon as the page stands. */
const shellShortcuts = lazyComponent<{ readonly open: (dialog: ShellDialog) => void }>(
  async () => (await import('./shell-shortcuts.ts')).ShellShortcuts,
);

/** The frame of every page for a signed-in person. */
export function Shell() {
  const { preload } = useContext(ShellContext);
  const [dialog, setDialog] = useState<ShellDialog>();
  const closeDialog = useCallback(() => setDialog(undefined), []);
  useRememberTeam();

  /** A link that is pointed at, or has the focus, is about to be followed. */
  function preloadTarget(event: SyntheticEvent) {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (link instanceof HTMLAnchorElement && link.origin === location.origin) {
      preload(link.pathname);
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to what its links tell, and acts on nothing
    <div className={styles.shell} onPointerOver={preloadTarget} onFocus={preloadTarget}>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <div className={styles.side}>
        <Sidebar />
      </div>
      <div className={styles.page}>
        <OpenDialogContext value={setDialog}>
          <Topbar />
        </OpenDialogContext>
        <main id="main" tabIndex={-1} className={styles.main}>
          <Outlet />
        </main>
      </div>
      <LoadBoundary>
        <shellShortcuts.Component open={setDialog} />
      </LoadBoundary>
      <ShellDialogs open={dialog} onClose={closeDialog} />
    </div>
  );
}

/** Keeps the team that is looked at, where it is one of the person's. */
function useRememberTeam() {
  const { teamId } = useParams();
  const teams = useCurrentUser().data?.teams;
  const isMine = teams?.some(({ id }) => id === teamId) ?? false;
  useEffect(() => {
    if (isMine && teamId !== undefined) lastTeamPreference.write(teamId);
  }, [isMine, teamId]);
}
