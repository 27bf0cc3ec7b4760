import { matchPath, Navigate, Route, Routes } from 'react-router';
import type { PrefetchContext } from '#console/api/prefetch.ts';
import { lazyComponent } from '#console/lib/lazy-component.ts';
import type { ConnectCallbackPageProps } from './layout/connect-callback-page.tsx';
import { Home } from './layout/home.tsx';
import { notFoundPage } from './layout/lazy-status-pages.ts';
import { PageFrame } from './layout/page-frame.tsx';
import { PanelFrame } from './layout/panel-frame.tsx';
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
    prefetch: async () => (await import('./features/members/prefetch-members.ts')).prefetchMembers,
    panels: [
      {
        path: 'new',
        page: lazyComponent(
          async () => (await import('./features/members/new-member-page.tsx')).NewMemberPage,
        ),
      },
    ],
  },
  {
    path: 'members/:memberId',
    page: lazyComponent(
      async () => (await import('./features/members/member-page.tsx')).MemberPage,
    ),
    panels: [
      {
        path: 'edit',
        page: lazyComponent(
          async () => (await import('./features/members/edit-member-page.tsx')).EditMemberPage,
        ),
      },
    ],
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
  {
    path: 'webhooks',
    page: lazyComponent(
      async () => (await import('./features/webhooks/webhooks-page.tsx')).WebhooksPage,
    ),
  },
  {
    path: 'webhooks/events/:eventId',
    page: lazyComponent(async () => (await import('./features/webhooks/event-page.tsx')).EventPage),
  },
  {
    path: 'webhooks/requests/:requestId',
    page: lazyComponent(
      async () => (await import('./features/webhooks/request-page.tsx')).RequestPage,
    ),
  },
  {
    path: 'accounts',
    page: lazyComponent(
      async () => (await import('./features/accounts/accounts-page.tsx')).AccountsPage,
    ),
    panels: [
      {
        path: 'new/:accountType',
        page: lazyComponent(
          async () => (await import('./features/accounts/new-account-page.tsx')).NewAccountPage,
        ),
      },
    ],
  },
  {
    path: 'accounts/:accountId',
    page: lazyComponent(
      async () => (await import('./features/accounts/account-page.tsx')).AccountPage,
    ),
  },
  {
    path: 'boards',
    page: lazyComponent(async () => (await import('./features/boards/boards-page.tsx')).BoardsPage),
    panels: [
      {
        path: ':boardId',
        page: lazyComponent(
          async () => (await import('./features/boards/board-panel.tsx')).BoardPanel,
        ),
      },
    ],
  },
  {
    path: 'domains',
    page: lazyComponent(
      async () => (await import('./features/domains/domains-page.tsx')).DomainsPage,
    ),
    panels: [
      {
        path: 'new',
        page: lazyComponent(
          async () => (await import('./features/domains/new-domain-page.tsx')).NewDomainPage,
        ),
      },
      {
        path: ':domainId',
        page: lazyComponent(
          async () => (await import('./features/domains/domain-panel.tsx')).DomainPanel,
        ),
      },
      {
        path: ':domainId/default-experience',
        page: lazyComponent(
          async () =>
            (await import('./features/domains/domain-experience-page.tsx')).DomainExperiencePage,
        ),
      },
    ],
  },
  {
    path: 'email-templates',
    page: lazyComponent(
      async () =>
        (await import('./features/email-templates/email-templates-page.tsx')).EmailTemplatesPage,
    ),
    panels: [
      {
        path: ':templateId',
        page: lazyComponent(
          async () =>
            (await import('./features/email-templates/email-template-panel.tsx'))
              .EmailTemplatePanel,
        ),
      },
    ],
  },
];

/** The pages of the person, whatever the team. */
const PERSONAL_PAGES: readonly PageRoute[] = [
  {
    path: 'security',
    page: lazyComponent(
      async () => (await import('./features/factors/security-page.tsx')).SecurityPage,
    ),
    panels: [
      {
        path: 'new',
        page: lazyComponent(
          async () => (await import('./features/factors/choose-factor-page.tsx')).ChooseFactorPage,
        ),
      },
      {
        path: 'new/:kindId',
        page: lazyComponent(
          async () =>
            (await import('./features/factors/new-number-factor-page.tsx')).NewNumberFactorPage,
        ),
      },
      {
        path: ':factorId/verify',
        page: lazyComponent(
          async () => (await import('./features/factors/verify-factor-page.tsx')).VerifyFactorPage,
        ),
      },
    ],
  },
  {
    path: 'profile',
    page: lazyComponent(
      async () => (await import('./features/profile/profile-page.tsx')).ProfilePage,
    ),
  },
];

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
