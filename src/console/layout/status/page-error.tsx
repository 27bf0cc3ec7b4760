import { useLocation, useNavigate, useRouteError } from 'react-router';
import { CodeLoadError } from '#console/lib/load-code.ts';
import { PlainButton } from '#console/ui/button/plain-button.tsx';
import styles from './page-error.module.css';

/** Replaces a page that failed. Uses only code of the shell, as no more may be available. */
export function PageError() {
  const error = useRouteError();
  const location = useLocation();
  const navigate = useNavigate();
  // Any navigation clears the error, and loads the code again.
  const retry = () => void navigate(location, { replace: true, state: location.state });
  if (!(error instanceof CodeLoadError)) {
    return (
      <PageFailure
        title="This page failed"
        advice="Something went wrong in the console. Try again; if that doesn't help, reload the page."
        action="Try again"
        onAction={retry}
      />
    );
  }
  if (error.isOutdated) {
    return (
      <PageFailure
        title="Patron was updated"
        advice="Reload the page to get the new version."
        action="Reload"
        onAction={() => window.location.reload()}
      />
    );
  }
  return (
    <PageFailure
      title="We couldn't load this page"
      advice="Some of its files are missing on the server. Try again in a moment."
      action="Try again"
      onAction={retry}
    />
  );
}

interface PageFailureProps {
  readonly title: string;
  readonly advice: string;
  readonly action: string;
  readonly onAction: () => void;
}

function PageFailure({ title, advice, action, onAction }: PageFailureProps) {
  return (
    <div role="alert" className={styles.error}>
      <title>{`${title} · Patron`}</title>
      <h1 tabIndex={-1}>{title}</h1>
      <p>{advice}</p>
      <PlainButton onClick={onAction}>{action}</PlainButton>
    </div>
  );
}
