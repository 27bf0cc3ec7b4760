import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode } from 'react';
import { explain } from '#console/api/explain.ts';
import { ComponentLoadError } from '#console/lib/lazy-component.ts';
import type { Problem } from '#console/lib/problem.ts';
import { FailedState } from '#console/ui/list-states.tsx';
import { PageHeader } from '#console/ui/page-header.tsx';

/** A fault in a page leaves the shell standing, and can be tried again. */
export function PageErrorBoundary({ children }: { readonly children: ReactNode }) {
  const { reset } = useQueryErrorResetBoundary();
  return <Boundary onReset={reset}>{children}</Boundary>;
}

interface BoundaryProps {
  readonly onReset: () => void;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly failure: { readonly error: unknown } | undefined;
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: undefined };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failure: { error } };
  }

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    const isOutdated = failure.error instanceof ComponentLoadError;
    return (
      <>
        <PageHeader title={isOutdated ? "This page couldn't be loaded" : 'This page failed'} />
        <FailedState
          problem={isOutdated ? OUTDATED : describeFault(failure.error)}
          onRetry={() => {
            // What is missing after a deploy comes with a new copy of the console only.
            if (isOutdated) location.reload();
            else this.retry();
          }}
        />
      </>
    );
  }

  private retry() {
    this.props.onReset();
    this.setState({ failure: undefined });
  }
}

const OUTDATED: Problem = {
  title: 'Patron may have been updated since you opened it',
  detail: 'Try again to reload it. If that does not help, check your connection.',
};

function describeFault(error: unknown): Problem {
  return explain(error) ?? { title: 'This page failed' };
}
