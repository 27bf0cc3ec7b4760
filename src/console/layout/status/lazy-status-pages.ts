import { lazyComponent } from '#console/lib/lazy-component.ts';

/** Pages that tell why there is no other page; loaded when there is a reason to. */
export const notFoundPage = lazyComponent(
  async () => (await import('./status-pages.tsx')).NotFoundPage,
);
export const unknownTeamPage = lazyComponent(
  async () => (await import('./status-pages.tsx')).UnknownTeamPage,
);
export const noTeamPage = lazyComponent(
  async () => (await import('./status-pages.tsx')).NoTeamPage,
);
