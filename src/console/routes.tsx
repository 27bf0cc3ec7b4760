import { Navigate, Route, Routes } from 'react-router';
import { lazyComponent } from '#console/lib/lazy-component.ts';
import type { ConnectCallbackPageProps } from './layout/connect-callback-page.tsx';
import { Home } from './layout/home.tsx';
import { notFoundPage } from './layout/lazy-status-pages.ts';
import { PageFrame } from './layout/page-frame.tsx';
import { Shell } from './layout/shell.tsx';
import { ShellContext } from './layout/shell-context.ts';
import { TeamGate } from './layout/team-gate.tsx';
import { matchPages, type PageRoute, sectionsOf } from './page-routes.ts';
import type { TakenConnectReply } from './session/taken-connect-reply.ts';

const TEAM_PATH = '/teams/:teamId';

/** The pages of a team. One line each; a page with a link in the navigation appears there too. */
const TEAM_PAGES: readonly PageRoute[] = [
  {
    path: 'overview',
    page: lazyComponent(
      async () => (await import('./features/overview/overview-page.tsx')).OverviewPage,
    ),
  },
  {
    path: 'members',
    page: lazyComponent(
      async () => (await import('./features/members/members-page.tsx')).MembersPage,
    ),
  },
  {
    path: 'members/:memberId',
    page: lazyComponent(async () => (await import('./features/members/member-page.tsx')).MemberPage),
  },
  {
    path: 'activities',
    page: lazyComponent(
      async () => (await import('./features/activities/activities-page.tsx')).ActivitiesPage,
    ),
  },
  {
    path: 'activities/:activityId',
    page: lazyComponent(
      async () => (await import('./features/activities/activity-page.tsx')).ActivityPage,
    ),
  },
];

/** The pages of the person, whatever the team. */
const PERSONAL_PAGES: readonly PageRoute[] = [];

const connectCallbackPage = lazyComponent<ConnectCallbackPageProps>(
  async () => (await import('./layout/connect-callback-page.tsx')).ConnectCallbackPage,
);

const SHELL = {
  sections: sectionsOf([...TEAM_PAGES, ...PERSONAL_PAGES]),
  preload: preloadPage,
};

/** Begins to load the code of the page at a path, where there is one. */
export function preloadPage(pathname: string): void {
  const pages = [
    ...matchPages(pathname, TEAM_PAGES, TEAM_PATH),
    ...matchPages(pathname, PERSONAL_PAGES, ''),
  ];
  for (const page of pages) page.preload();
}

interface AppRoutesProps {
  /** What came of connecting an account, where this visit begins on its callback page. */
  readonly connectReply: TakenConnectReply | undefined;
}

export function AppRoutes({ connectReply }: AppRoutesProps) {
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
                <connectCallbackPage.Component reply={connectReply} />
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
        <Route key={panelPath} path={panelPath} element={<panel.Component />} />
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
