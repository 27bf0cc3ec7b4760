import { Component, type ReactNode } from 'react';
import { ProblemNotice } from './problem-notice.tsx';

interface PanelBoundaryProps {
  /** What the panel shows: "The points". */
  readonly what: string;
  readonly children: ReactNode;
}

/** Keeps a panel that can't be drawn from taking the page with it. */
export class PanelBoundary extends Component<PanelBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <ProblemNotice
        problem={{
          title: `${this.props.what} can't be shown`,
          detail: 'The data is not as expected. The raw JSON below has all of it.',
        }}
      />
    );
  }
}
