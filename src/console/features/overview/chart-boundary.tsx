import { Component, type ReactNode } from 'react';

interface ChartBoundaryProps {
  /** The same as a table. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** A chart whose code can't be had, or that fails, gives way to the table that says the same. */
export class ChartBoundary extends Component<ChartBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
