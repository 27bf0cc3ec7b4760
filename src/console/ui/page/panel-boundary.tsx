import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';

interface PanelBoundaryProps {
  /** What the panel shows: "The points". */
  readonly what: string;
  readonly children: ReactNode;
}

/** Keeps a panel that fails to render from breaking the page. */
export function PanelBoundary({ what, children }: PanelBoundaryProps) {
  const message = {
    title: `${what} can't be shown`,
    detail: 'The data is not as expected. The raw JSON below has all of it.',
  };
  return <ErrorBoundary fallback={<ErrorNotice error={message} />}>{children}</ErrorBoundary>;
}
