import { lazyComponent } from './lib/lazy-component.ts';
import type { PageRoute } from './page-routes.ts';

/** What the paths of a team's pages are relative to. */
export const TEAM_PATH = '/teams/:teamId';

/** The pages of a team. One line each; a page with a link in the navigation appears there too. */
export const TEAM_PAGES: readonly PageRoute[] = [
  {
    path: 'overview',
    page: lazyComponent(
      async () => (await import('./features/overview/overview-page.tsx')).OverviewPage,
    ),
  },
  {
    path: 'members',
    page: lazyComponent(
      async () => (await import('./features/members/list/members-page.tsx')).MembersPage,
    ),
    prefetch: async () =>
      (await import('./features/members/list/prefetch-members.ts')).prefetchMembers,
    panels: [
      {
        path: 'new',
        page: lazyComponent(
          async () => (await import('./features/members/form/new-member-page.tsx')).NewMemberPage,
        ),
      },
    ],
  },
  {
    path: 'members/:memberId',
    page: lazyComponent(
      async () => (await import('./features/members/member/member-page.tsx')).MemberPage,
    ),
    panels: [
      {
        path: 'edit',
        page: lazyComponent(
          async () => (await import('./features/members/form/edit-member-page.tsx')).EditMemberPage,
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
      async () => (await import('./features/webhooks/list/webhooks-page.tsx')).WebhooksPage,
    ),
  },
  {
    path: 'webhooks/events/:eventId',
    page: lazyComponent(
      async () => (await import('./features/webhooks/event/event-page.tsx')).EventPage,
    ),
  },
  {
    path: 'webhooks/requests/:requestId',
    page: lazyComponent(
      async () => (await import('./features/webhooks/request/request-page.tsx')).RequestPage,
    ),
  },
  {
    path: 'accounts',
    page: lazyComponent(
      async () => (await import('./features/accounts/list/accounts-page.tsx')).AccountsPage,
    ),
    panels: [
      {
        path: 'new/:accountType',
        page: lazyComponent(
          async () =>
            (await import('./features/accounts/new-account/new-account-panel.tsx')).NewAccountPanel,
        ),
      },
    ],
  },
  {
    path: 'accounts/:accountId',
    page: lazyComponent(
      async () => (await import('./features/accounts/account/account-page.tsx')).AccountPage,
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
          async () => (await import('./features/domains/new-domain-panel.tsx')).NewDomainPanel,
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
            (await import('./features/domains/default-experience-panel.tsx'))
              .DefaultExperiencePanel,
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
