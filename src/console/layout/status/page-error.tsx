import { ComponentLoadError } from '#console/lib/lazy-component.ts';
import { Button } from '#console/ui/button/button.tsx';
import styles from './page-error.module.css';

interface PageFaultProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** In place of a page that failed. It is made of what the shell has, as no more may be to be had. */
export function PageFault({ error, onRetry }: PageFaultProps) {
  const isOutdated = error instanceof ComponentLoadError;
  const title = isOutdated ? "This page couldn't be loaded" : 'This page failed';
  return (
    <div role="alert" className={styles.fault}>
      <title>{`${title} · Patron`}</title>
      <h1 tabIndex={-1}>{title}</h1>
      <p>
        {isOutdated
          ? 'Patron may have been updated since you opened it. Reloading brings the new one; if that does not help, check your connection.'
          : 'The fault is in the console itself. Try again; if it stays, reload the page.'}
      </p>
      <Button
        onClick={() => {
          // What is gone after a deploy comes with a new copy of the console only.
          if (isOutdated) location.reload();
          else onRetry();
        }}
      >
        {isOutdated ? 'Reload' : 'Try again'}
      </Button>
    </div>
  );
}
