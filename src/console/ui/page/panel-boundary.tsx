import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { ComponentLoadError } from '#console/lib/lazy-component.ts';
import { CardSection } from '#console/ui/card.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { loadErrorMessage } from '#console/ui/lazy-boundary.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';

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
  return (
    <ErrorBoundary
      fallbackRender={({ error }) => (
        <ErrorNotice
          error={error instanceof ComponentLoadError ? loadErrorMessage(error) : message}
        />
      )}
    >
      {children}
    </ErrorBoundary>
  );
}

interface LazyPanelProps extends PanelBoundaryProps {
  /** The heading while the code loads. */
  readonly title: string;
}

/** A panel whose code is loaded after its page. */
export function LazyPanel({ what, title, children }: LazyPanelProps) {
  return (
    <PanelBoundary what={what}>
      <Suspense
        fallback={
          <CardSection title={title}>
            <Skeleton height={112} />
          </CardSection>
        }
      >
        {children}
      </Suspense>
    </PanelBoundary>
  );
}
