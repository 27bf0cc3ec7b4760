import { Component, type ReactNode, Suspense } from 'react';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { useToast } from '#console/ui/feedback/toast.tsx';

interface LoadBoundaryProps {
  /** Shown until the code is there. */
  readonly fallback?: ReactNode;
  /** The code can't be had: puts what asked for it back as it was. */
  readonly onFailure?: () => void;
  readonly children: ReactNode;
}

/** Around a menu or dialog that is loaded lazily: where it can't be, a toast says so. */
export function LoadBoundary({ fallback, onFailure, children }: LoadBoundaryProps) {
  const { showError } = useToast();
  return (
    <Boundary
      onFailure={() => {
        showError(NOT_LOADED);
        onFailure?.();
      }}
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  );
}

const NOT_LOADED: UserFacingError = {
  title: "This part of Patron couldn't be loaded",
  detail:
    'It may have been updated since you opened it, or your connection is down. Reload the page.',
};

interface BoundaryProps {
  readonly onFailure: () => void;
  readonly children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    // Once all of the commit stands: the router ignores who navigates in the midst of it, which is
    // where this runs when the failure was known before what is around it was first drawn.
    queueMicrotask(this.props.onFailure);
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
