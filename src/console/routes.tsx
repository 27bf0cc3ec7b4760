import { Navigate, type RouteObject } from 'react-router';
import type { LoaderDependencies } from './api/create-loader.ts';
import type { ConnectCallback } from './features/accounts/connect/connect-callback.ts';
import { Shell } from './layout/shell/shell.tsx';
import { PageError } from './layout/status/page-error.tsx';
import { Home, TeamGuard } from './layout/team-guard.tsx';
import { memberRoutes } from './member-routes.tsx';
import { createPageRoute, notFoundPage, panelRoute as panel, preloadPage } from './page-routes.tsx';
import { personalRoutes } from './personal-routes.tsx';

interface RouteDependencies extends LoaderDependencies {
  /** The result of connecting an account by redirect, if this visit begins with one. */
  readonly connectCallback: ConnectCallback | undefined;
}

/** Every address of the console. `paths.ts` builds them. */
export function createRoutes({
  connectCallback,
  ...dependencies
}: RouteDependencies): RouteObject[] {
  const page = createPageRoute(dependencies);
  const notFound = page('*', { component: notFoundPage });
  const { sections, inbox, directory, jobs, people, rules, audit, program } = dependencies.api;

  const routes: RouteObject[] = [
    {
      element: <Shell preload={(pathname) => preloadPage(routes, pathname)} />,
      ErrorBoundary: PageError,
      children: [
        { index: true, Component: Home },
        {
          path: 'teams/:teamId',
          Component: TeamGuard,
          children: [
            { index: true, element: <Navigate to="overview" replace /> },
            page('overview', {
              component: async () =>
                (await import('./features/overview/overview-page.tsx')).OverviewPage,
              loader: async () =>
                (await import('./features/overview/overview-queries.ts')).overviewLoader,
            }),
            page('accounts', {
              component: async () =>
                (await import('./features/accounts/list/accounts-page.tsx')).AccountsPage,
              loader: async () =>
                (await import('./features/accounts/list/accounts-queries.ts')).accountsLoader,
              panels: [
                panel(
                  'new/:accountType',
                  async () =>
                    (await import('./features/accounts/new-account/new-account-panel.tsx'))
                      .NewAccountPanel,
                ),
              ],
            }),
            page('accounts/:accountId', {
              component: async () =>
                (await import('./features/accounts/account/account-page.tsx')).AccountPage,
              loader: async () =>
                (await import('./features/accounts/account-query.ts')).accountLoader,
            }),
            page('boards', {
              component: async () => (await import('./features/boards/boards-page.tsx')).BoardsPage,
              loader: async () =>
                (await import('./features/boards/boards-queries.ts')).boardsLoader,
            }),
            page('boards/:boardId', {
              component: async () => (await import('./features/boards/board-page.tsx')).BoardPage,
              loader: async () => (await import('./features/boards/boards-queries.ts')).boardLoader,
            }),
            page('domains', {
              component: async () =>
                (await import('./features/domains/list/domains-page.tsx')).DomainsPage,
              loader: async () =>
                (await import('./features/domains/domains-queries.ts')).domainsLoader,
              panels: [
                panel(
                  'new',
                  async () =>
                    (await import('./features/domains/new-domain/new-domain-panel.tsx'))
                      .NewDomainPanel,
                ),
                panel(
                  ':domainId/default-experience',
                  async () =>
                    (await import('./features/domains/experience/default-experience-panel.tsx'))
                      .DefaultExperiencePanel,
                ),
              ],
            }),
            page('domains/:domainId', {
              component: async () =>
                (await import('./features/domains/domain-page.tsx')).DomainPage,
              loader: async () =>
                (await import('./features/domains/domains-queries.ts')).domainLoader,
            }),
            // Links from before the pages of pending and live domains were one.
            {
              path: 'domains/:domainId/setup',
              element: <Navigate to=".." relative="path" replace />,
            },
            page('email-templates', {
              component: async () =>
                (await import('./features/email-templates/email-templates-page.tsx'))
                  .EmailTemplatesPage,
              loader: async () =>
                (await import('./features/email-templates/email-templates-queries.ts'))
                  .emailTemplatesLoader,
              panels: [
                panel(
                  ':templateId',
                  async () =>
                    (await import('./features/email-templates/email-template-panel.tsx'))
                      .EmailTemplatePanel,
                ),
              ],
            }),
            ...memberRoutes(page, dependencies.api),
            page('jobs', {
              isAvailable: jobs !== undefined,
              component: async () => (await import('./features/jobs/jobs-page.tsx')).JobsPage,
              loader: async () => (await import('./features/jobs/jobs-queries.ts')).jobsLoader,
            }),
            page('jobs/:jobId', {
              isAvailable: jobs !== undefined,
              component: async () => (await import('./features/jobs/job/job-page.tsx')).JobPage,
              loader: async () => (await import('./shared/jobs/job-query.ts')).jobLoader,
            }),
            page('activities', {
              isAvailable: sections.loyalty,
              component: async () =>
                (await import('./features/activities/activities-page.tsx')).ActivitiesPage,
              loader: async () =>
                (await import('./features/activities/activities-queries.ts')).activitiesLoader,
            }),
            page('activities/:activityId', {
              isAvailable: sections.loyalty,
              component: async () =>
                (await import('./features/activities/activity/activity-page.tsx')).ActivityPage,
              loader: async () =>
                (await import('./features/activities/activities-queries.ts')).activityLoader,
            }),
            page('webhooks', {
              isAvailable: inbox !== undefined,
              component: async () =>
                (await import('./features/inbox/list/inbox-page.tsx')).InboxPage,
              loader: async () => (await import('./features/inbox/inbox-queries.ts')).inboxLoader,
            }),
            page('webhooks/setup', {
              isAvailable: inbox !== undefined,
              component: async () =>
                (await import('./features/inbox/setup/setup-page.tsx')).SetupPage,
            }),
            page('webhooks/events/:eventId', {
              isAvailable: inbox !== undefined,
              component: async () =>
                (await import('./features/inbox/event/event-page.tsx')).EventPage,
              loader: async () => (await import('./features/inbox/inbox-queries.ts')).eventLoader,
            }),
            page('webhooks/requests/:requestId', {
              isAvailable: inbox !== undefined,
              component: async () =>
                (await import('./features/inbox/request/request-page.tsx')).RequestPage,
              loader: async () => (await import('./features/inbox/inbox-queries.ts')).requestLoader,
            }),
            page('program', {
              isAvailable: directory !== undefined,
              component: async () =>
                (await import('./features/program/program-page.tsx')).ProgramPage,
            }),
            page('program/webhooks/:webhookId', {
              isAvailable: program !== undefined,
              component: async () =>
                (await import('./features/program/webhooks/webhook-page.tsx')).WebhookPage,
              loader: async () =>
                (await import('./features/program/webhooks/webhooks-queries.ts')).webhookLoader,
            }),
            page('people', {
              isAvailable: people !== undefined,
              component: async () =>
                (await import('./features/people/list/people-page.tsx')).PeoplePage,
              loader: async () =>
                (await import('./features/people/people-queries.ts')).peopleLoader,
              panels: [
                panel(
                  'invite',
                  async () =>
                    (await import('./features/people/invitation/new-invitation-panel.tsx'))
                      .NewInvitationPanel,
                ),
              ],
            }),
            page('people/rules', {
              isAvailable: rules !== undefined,
              component: async () =>
                (await import('./features/people/rules/team-rules-page.tsx')).TeamRulesPage,
              loader: async () =>
                (await import('./features/people/rules/rules-query.ts')).rulesLoader,
            }),
            page('security-log', {
              isAvailable: rules !== undefined,
              component: async () =>
                (await import('./features/security/team/security-log-page.tsx')).SecurityLogPage,
              loader: async () =>
                (await import('./features/security/team/security-log-query.ts')).securityLogLoader,
            }),
            page('audit-log', {
              isAvailable: audit !== undefined,
              component: async () =>
                (await import('./features/audit/audit-log-page.tsx')).AuditLogPage,
              loader: async () => (await import('./features/audit/audit-queries.ts')).auditLoader,
              panels: [
                panel(
                  ':eventId',
                  async () =>
                    (await import('./features/audit/event/audit-event-panel.tsx')).AuditEventPanel,
                ),
              ],
            }),
            page('audit-log/export-tokens', {
              isAvailable: rules !== undefined,
              component: async () =>
                (await import('./features/export-tokens/export-tokens-page.tsx')).ExportTokensPage,
              loader: async () =>
                (await import('./features/export-tokens/export-tokens-query.ts'))
                  .exportTokensLoader,
            }),
            notFound,
          ],
        },
        ...personalRoutes(page),
        page('connect/callback', {
          component: async () => {
            const { ConnectCallbackPage } = await import(
              './features/accounts/connect/connect-callback-page.tsx'
            );
            return () => <ConnectCallbackPage callback={connectCallback} />;
          },
        }),
        notFound,
      ],
    },
  ];
  return routes;
}
