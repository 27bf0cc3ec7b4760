import { type ReactNode, Suspense } from 'react';
import { useResolvedPath } from 'react-router';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { PageArrival } from './page-arrival.tsx';
import { PageErrorBoundary } from './page-error-boundary.tsx';
import styles from './page-frame.module.css';

/** A page in the shell: its code is awaited, its faults stay in it, and it takes the focus. */
export function PageFrame({ children }: { readonly children: ReactNode }) {
  // The page's own path, whatever panel is open over it.
  const { pathname } = useResolvedPath('.');
  return (
    <PageErrorBoundary key={pathname}>
      <Suspense fallback={<PageSkeleton />}>
        <PageArrival />
        {children}
      </Suspense>
    </PageErrorBoundary>
  );
}

function PageSkeleton() {
  return (
    <div className={styles.skeleton}>
      <Skeleton width="160px" height={30} />
      <Skeleton width="320px" height={20} />
    </div>
  );
}
