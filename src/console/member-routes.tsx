import type { RouteObject } from 'react-router';
import type { Api } from './api/api.ts';
import { type createPageRoute, panelRoute as panel } from './page-routes.tsx';

export function memberRoutes(
  page: ReturnType<typeof createPageRoute>,
  { sections, jobs }: Pick<Api, 'sections' | 'jobs'>,
): RouteObject[] {
  return [
    page('members', {
      isAvailable: sections.loyalty,
      component: async () => (await import('./features/members/list/members-page.tsx')).MembersPage,
      loader: async () => (await import('./features/members/members-queries.ts')).membersLoader,
      panels: [
        panel(
          'new',
          async () => (await import('./features/members/form/new-member-panel.tsx')).NewMemberPanel,
        ),
        panel(
          'edit/:memberId',
          async () =>
            (await import('./features/members/form/edit-member-panel.tsx')).EditMemberInList,
        ),
      ],
    }),
    page('members/import', {
      isAvailable: jobs !== undefined,
      component: async () =>
        (await import('./features/members/import/import-members-page.tsx')).ImportMembersPage,
    }),
    page('members/import/:jobId', {
      isAvailable: jobs !== undefined,
      component: async () =>
        (await import('./features/members/import/member-import-page.tsx')).MemberImportPage,
      loader: async () => (await import('./shared/jobs/job-query.ts')).jobLoader,
    }),
    page('members/:memberId', {
      isAvailable: sections.loyalty,
      component: async () => (await import('./features/members/member/member-page.tsx')).MemberPage,
      loader: async () => (await import('./features/members/members-queries.ts')).memberLoader,
      panels: [
        panel(
          'edit',
          async () =>
            (await import('./features/members/form/edit-member-panel.tsx')).EditMemberPanel,
        ),
      ],
    }),
    page('members/:memberId/personal-data', {
      component: async () =>
        (await import('./features/members/personal-data/personal-data-page.tsx')).PersonalDataPage,
    }),
  ];
}
