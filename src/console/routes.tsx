import { Navigate, Route, Routes } from 'react-router';
import type { ConnectCallback } from './features/accounts/connect/connect-callback.ts';
import type { ConnectCallbackPageProps } from './features/accounts/connect/connect-callback-page.tsx';
import { Home } from './layout/home.tsx';
import { PageFrame } from './layout/page-frame.tsx';
import { PanelFrame } from './layout/panel-frame.tsx';
import { Shell } from './layout/shell/shell.tsx';
import { ShellContext } from './layout/shell/shell-context.ts';
import { notFoundPage } from './layout/status/lazy-status-pages.ts';
import { TeamGate } from './layout/team-gate.tsx';
import { lazyComponent } from './lib/lazy-component.ts';
import { preloadPage } from './load-page.ts';
import { type PageRoute, sectionsOf } from './page-routes.ts';
import { PERSONAL_PAGES } from './personal-pages.ts';
import { TEAM_PAGES, TEAM_PATH } from './team-pages.ts';

const connectCallbackPage = lazyComponent<ConnectCallbackPageProps>(
  async () =>
    (await import('./features/accounts/connect/connect-callback-page.tsx')).ConnectCallbackPage,
);

const SHELL = {
  sections: sectionsOf([...TEAM_PAGES, ...PERSONAL_PAGES]),
  preload: preloadPage,
};

interface AppRoutesProps {
  /** What came of connecting an account, where this visit begins on its callback page. */
  readonly connectCallback: ConnectCallback | undefined;
}

/**
 * Every address of the console: the shell with its pages, and what it says where there is none.
 */
export function AppRoutes({ connectCallback }: AppRoutesProps) {
  return (
    <ShellContext value={SHELL}>
      <Routes>
        <Route element={<Shell />}>
          <Route index element={<Home />} />
          <Route path={TEAM_PATH} element={<TeamGate />}>
            <Route index element={<Navigate to="overview" replace />} />
            {TEAM_PAGES.map(pageRoute)}
            <Route path="*" element={<NotFound />} />
          </Route>
          {PERSONAL_PAGES.map(pageRoute)}
          <Route
            path="connect/callback"
            element={
              <PageFrame>
                <connectCallbackPage.Component callback={connectCallback} />
              </PageFrame>
            }
          />
          <Route path="*" element={<NotFound />} />
        </Route>
      </Routes>
    </ShellContext>
  );
}

function pageRoute({ path, page: { Component }, panels = [] }: PageRoute) {
  const element = (
    <PageFrame>
      <Component />
    </PageFrame>
  );
  return (
    <Route key={path} path={path} element={element}>
      {panels.map(({ path: panelPath, page: panel }) => (
        <Route
          key={panelPath}
          path={panelPath}
          element={
            <PanelFrame>
              <panel.Component />
            </PanelFrame>
          }
        />
      ))}
    </Route>
  );
}

function NotFound() {
  return (
    <PageFrame>
      <notFoundPage.Component />
    </PageFrame>
  );
}
