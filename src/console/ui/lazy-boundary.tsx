import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { afterFirstPage } from '#console/lib/first-page.ts';
import { ComponentLoadError } from '#console/lib/lazy-component.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { useToast } from './feedback/toast.tsx';

interface LazyBoundaryProps {
  /** Shown while the code is loading. */
  readonly fallback?: ReactNode;
  /** The code failed to load: resets the caller. */
  readonly onError?: () => void;
  readonly children: ReactNode;
}

/** Around a lazily loaded menu, dialog or page: a toast reports that it failed to load. */
export function LazyBoundary({ fallback, onError, children }: LazyBoundaryProps) {
  const { showError } = useToast();
  return (
    <ErrorBoundary
      fallback={null}
      onError={(error) => {
        showError(loadErrorMessage(error));
        onError?.();
      }}
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}

interface DeferredBoundaryProps {
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/** Around a lazily loaded part of the shell: its code is loaded after the first page. */
export function DeferredBoundary({ fallback, children }: DeferredBoundaryProps) {
  const [isReady, setIsReady] = useState(false);
  useEffect(() => void afterFirstPage().then(() => setIsReady(true)), []);
  return <LazyBoundary fallback={fallback}>{isReady ? children : fallback}</LazyBoundary>;
}

/** Why code couldn't be loaded, and what to do. */
export function loadErrorMessage(error: unknown): UserFacingError {
  if (error instanceof ComponentLoadError && error.isOutdated) {
    return {
      title: 'Patron was updated',
      detail: 'Reload the page to get the new version.',
    };
  }
  return {
    title: "We couldn't load this part of Patron",
    detail: "Try again. If that doesn't help, reload the page.",
  };
}
