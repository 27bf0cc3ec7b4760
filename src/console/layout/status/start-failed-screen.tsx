import { useEffect } from 'react';
import { isWithoutResponse } from '#console/api/errors/api-error.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { PlainButton } from '#console/ui/button/plain-button.tsx';
import { FullScreen } from './full-screen.tsx';

const RETRY_DELAY_MS = 5000;

/** Shown when Patron can't work in this browser. */
export function BrowserProblemScreen({ problem }: { readonly problem: UserFacingError }) {
  return (
    <FullScreen title={problem.title} role="alert" action={<TryAgain />}>
      <p>{problem.detail}</p>
    </FullScreen>
  );
}

/** Shown when the configuration can't be loaded. Starts again when a lost connection is back. */
export function StartFailedScreen({ error }: { readonly error: unknown }) {
  const isConnectionLost = isWithoutResponse(error);
  useEffect(() => {
    if (!isConnectionLost) return;
    const timer = setInterval(async () => {
      const response = await fetch('/config.json', { cache: 'no-store' }).catch(() => undefined);
      if (response?.ok) location.reload();
    }, RETRY_DELAY_MS);
    return () => clearInterval(timer);
  }, [isConnectionLost]);
  return (
    <FullScreen title="Patron couldn't start" role="alert" action={<TryAgain />}>
      <p>
        {isConnectionLost
          ? "Patron can't be reached. We'll try again every few seconds."
          : "We couldn't load the configuration. Try again, or ask your Patron administrator."}
      </p>
    </FullScreen>
  );
}

function TryAgain() {
  return (
    <PlainButton variant="primary" size="large" onClick={() => location.reload()}>
      Try again
    </PlainButton>
  );
}
