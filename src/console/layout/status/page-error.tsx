import { useLocation, useNavigate, useRouteError } from 'react-router';
import { ComponentLoadError } from '#console/lib/lazy-component.ts';
import { Button } from '#console/ui/button/button.tsx';
import styles from './page-error.module.css';

/** In place of a page that failed. Uses only code of the shell, as no more may be available. */
export function PageError() {
  const error = useRouteError();
  const location = useLocation();
  const navigate = useNavigate();
  if (error instanceof ComponentLoadError) {
    return (
      <PageFailure
        title="We couldn't load this page"
        advice="Check your connection and try again."
        // Only a reload fetches the files of a new version.
        onRetry={() => window.location.reload()}
      />
    );
  }
  return (
    <PageFailure
      title="This page failed"
      advice="Something went wrong in the console. Try again; if that doesn't help, reload the page."
      // Any navigation clears the error.
      onRetry={() => void navigate(location, { replace: true, state: location.state })}
    />
  );
}

interface PageFailureProps {
  readonly title: string;
  readonly advice: string;
  readonly onRetry: () => void;
}

function PageFailure({ title, advice, onRetry }: PageFailureProps) {
  return (
    <div role="alert" className={styles.error}>
      <title>{`${title} · Patron`}</title>
      <h1 tabIndex={-1}>{title}</h1>
      <p>{advice}</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
