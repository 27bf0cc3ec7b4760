import type { ReactNode } from 'react';
import { useLocation, useNavigate, useResolvedPath } from 'react-router';
import { LoadBoundary } from './load-boundary.tsx';

/** A panel over its page: where its code can't be had, a toast says so and the page stays. */
export function PanelFrame({ children }: { readonly children: ReactNode }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const { pathname } = useResolvedPath('..');
  return (
    <LoadBoundary onFailure={() => void navigate({ pathname, search }, { replace: true })}>
      {children}
    </LoadBoundary>
  );
}
