import { Component, type ReactNode } from 'react';

interface FallbackBoundaryProps {
  /** What stands there instead. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** What can't be drawn, or whose code can't be had, gives way to something else and takes nothing with it. */
export class FallbackBoundary extends Component<
  FallbackBoundaryProps,
  { readonly failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
