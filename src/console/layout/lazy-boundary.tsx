import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { useToast } from '#console/ui/feedback/toast.tsx';

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
      onError={() => {
        showError(LOAD_ERROR);
        onError?.();
      }}
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}

export const LOAD_ERROR: UserFacingError = {
  title: "We couldn't load this part of Patron",
  detail: 'Check your connection, then reload the page.',
};
