import { type ComponentType, useEffect } from 'react';
import {
  matchRoutes,
  type RouteObject,
  useLocation,
  useNavigate,
  useResolvedPath,
  useRouteError,
} from 'react-router';
import type { CreateLoader, LoaderDependencies } from './api/create-loader.ts';
import { PANEL_HANDLE } from './layout/page-match.ts';
import skeleton from './layout/page-skeleton.module.css';
import { PageError } from './layout/status/page-error.tsx';
import { loadCode, loadErrorMessage } from './lib/load-code.ts';
import { showError } from './ui/feedback/toasts.ts';
import { Skeleton } from './ui/skeleton.tsx';

type LoadComponent = () => Promise<ComponentType>;

interface PageOptions {
  readonly component: LoadComponent;
  /** False if the deployment lacks what the page needs: there is no page at its address then. */
  readonly isAvailable?: boolean;
  /** A separate module, so that the queries don't wait for the code of the page. */
  readonly loader?: () => Promise<CreateLoader>;
  /** Side panels over the page, rendered in its `<Outlet />`. */
  readonly panels?: readonly RouteObject[];
}

/** Returns a function that builds the route of a lazily loaded page. */
export function createPageRoute(dependencies: LoaderDependencies) {
  return function page(path: string, options: PageOptions): RouteObject {
    const { component, isAvailable = true, loader, panels = [] } = options;
    if (!isAvailable) return page(`${path}/*`, { component: notFoundPage });
    return {
      path,
      lazy: {
        // First, so that the browser requests the few files that the queries need before those of the page.
        ...(loader && { loader: async () => (await loadCode(loader))(dependencies) }),
        Component: codeOf(component),
      },
      // A page that is already shown reads new data itself.
      shouldRevalidate: () => false,
      HydrateFallback: PageSkeleton,
      ErrorBoundary: PageError,
      children: [...panels],
    };
  };
}

export const notFoundPage: LoadComponent = async () =>
  (await import('./layout/status/status-pages.tsx')).NotFoundPage;

/** The route of a lazily loaded side panel. */
export function panelRoute(path: string, component: LoadComponent): RouteObject {
  return {
    path,
    lazy: { Component: codeOf(component) },
    handle: PANEL_HANDLE,
    // Without one, the router renders the page's fallback instead of this route's error.
    HydrateFallback: NoFallback,
    ErrorBoundary: PanelError,
  };
}

/** Retries when the connection is restored; see `loadCode`. */
function codeOf(load: LoadComponent): LoadComponent {
  return () => loadCode(load);
}

function PageSkeleton() {
  return (
    <div className={skeleton.skeleton}>
      <Skeleton width="160px" height={30} />
      <Skeleton width="320px" height={20} />
    </div>
  );
}

function NoFallback() {
  return null;
}

/** Loads the code of the page at a path, and of the panel over it. */
export function preloadPage(routes: RouteObject[], pathname: string): void {
  for (const { route } of matchRoutes(routes, pathname) ?? []) {
    if (typeof route.lazy !== 'object') continue;
    for (const load of Object.values(route.lazy)) {
      // The navigation itself reports the error.
      load?.().catch(() => {});
    }
  }
}

/** Replaces a side panel that failed: a toast reports it, and the page below stays. */
function PanelError() {
  const error = useRouteError();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { pathname } = useResolvedPath('..');
  useEffect(() => {
    showError(loadErrorMessage(error));
    void navigate({ pathname, search }, { replace: true });
  }, [error, navigate, pathname, search]);
  return null;
}
