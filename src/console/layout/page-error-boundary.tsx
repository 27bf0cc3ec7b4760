import { Component, type ReactNode } from 'react';
import { PageFault } from './status/page-error.tsx';

interface PageErrorBoundaryProps {
  readonly children: ReactNode;
}

interface PageErrorBoundaryState {
  readonly failure: { readonly error: unknown } | undefined;
}

/** A fault in a page leaves the shell standing, and can be tried again. */
export class PageErrorBoundary extends Component<PageErrorBoundaryProps, PageErrorBoundaryState> {
  override state: PageErrorBoundaryState = { failure: undefined };

  static getDerivedStateFromError(error: unknown): PageErrorBoundaryState {
    return { failure: { error } };
  }

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return (
      <PageFault error={failure.error} onRetry={() => this.setState({ failure: undefined })} />
    );
  }
}
