import type { ReactNode } from 'react';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { FallbackBoundary } from './fallback-boundary.tsx';

interface PanelBoundaryProps {
  /** What the panel shows: "The points". */
  readonly what: string;
  readonly children: ReactNode;
}

/** Keeps a panel that can't be drawn from taking the page with it. */
export function PanelBoundary({ what, children }: PanelBoundaryProps) {
  const problem = {
    title: `${what} can't be shown`,
    detail: 'The data is not as expected. The raw JSON below has all of it.',
  };
  return <FallbackBoundary fallback={<ErrorNotice error={problem} />}>{children}</FallbackBoundary>;
}
