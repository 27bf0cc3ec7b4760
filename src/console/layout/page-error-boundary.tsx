import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode } from 'react';
import { PageFault } from './page-fault.tsx';

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
    return <PageFault error={failure.error} onRetry={() => this.retry()} />;
  }

  private retry() {
    this.props.onReset();
    this.setState({ failure: undefined });
  }
}
