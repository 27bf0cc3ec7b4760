import type { RouteObject } from 'react-router';
import { type createPageRoute, panelRoute as panel } from './page-routes.tsx';

export const personalRoutes = (page: ReturnType<typeof createPageRoute>): RouteObject[] => [
  page('security', {
    component: async () => (await import('./features/security/security-page.tsx')).SecurityPage,
    loader: async () => (await import('./features/security/factors-queries.ts')).securityLoader,
    panels: [
      panel(
        'new',
        async () =>
          (await import('./features/security/enroll/choose-factor-panel.tsx')).ChooseFactorPanel,
      ),
      panel(
        'new/:kindId',
        async () =>
          (await import('./features/security/enroll/new-number-factor-panel.tsx'))
            .NewNumberFactorPanel,
      ),
      panel(
        ':factorId/verify',
        async () =>
          (await import('./features/security/enroll/verify-factor-panel.tsx')).VerifyFactorPanel,
      ),
    ],
  }),
  page('invitations/accept', {
    component: async () =>
      (await import('./features/people/invitation/accept-invitation-page.tsx'))
        .AcceptInvitationPage,
  }),
  page('profile', {
    component: async () => (await import('./features/profile/profile-page.tsx')).ProfilePage,
    loader: async () => (await import('./features/profile/profile-loader.ts')).profileLoader,
  }),
];
