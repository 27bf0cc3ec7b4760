import { lazyComponent } from './lib/lazy-component.ts';
import type { PageRoute } from './page-routes.ts';

/** The pages of the person, whatever the team. */
export const PERSONAL_PAGES: readonly PageRoute[] = [
  {
    path: 'security',
    page: lazyComponent(
      async () => (await import('./features/security/security-page.tsx')).SecurityPage,
    ),
    panels: [
      {
        path: 'new',
        page: lazyComponent(
          async () =>
            (await import('./features/security/enroll/choose-factor-page.tsx')).ChooseFactorPage,
        ),
      },
      {
        path: 'new/:kindId',
        page: lazyComponent(
          async () =>
            (await import('./features/security/enroll/new-number-factor-page.tsx'))
              .NewNumberFactorPage,
        ),
      },
      {
        path: ':factorId/verify',
        page: lazyComponent(
          async () =>
            (await import('./features/security/enroll/verify-factor-page.tsx')).VerifyFactorPage,
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
