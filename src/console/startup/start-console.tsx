import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { App } from '#console/app.tsx';
import { consumeConnectCallback } from '#console/features/accounts/connect/connect-callback.ts';
import { findEarlySearch } from '#console/layout/palette/early-search.ts';
import {
  BrowserProblemScreen,
  StartFailedScreen,
} from '#console/layout/status/start-failed-screen.tsx';
import { watchStylesheets } from '#console/lib/failed-stylesheets.ts';
import { createRoutes } from '#console/routes.tsx';
import { currentUserQuery } from '#console/session/current-user.ts';
import { registerSessionWorker } from '#console/session/refresh/register-session-worker.ts';
import { consumeSignInCallback } from '#console/session/sign-in/sign-in-callback.ts';
import { findBrowserProblem } from './browser-problem.ts';
import { createDependencies } from './create-dependencies.ts';
import { loadConfig } from './load-config.ts';
import { tolerateChangedText } from './tolerate-changed-text.ts';

export async function startConsole(): Promise<void> {
  tolerateChangedText();
  const root = createRoot(document.getElementById('root') as HTMLElement);
  const problem = findBrowserProblem();
  if (problem) {
    root.render(<BrowserProblemScreen problem={problem} />);
    return;
  }
  // Read the callbacks and clear them from the URL before anything else runs.
  const signInCallback = consumeSignInCallback();
  const connectCallback = consumeConnectCallback();
  reloadWhenRestored();
  watchStylesheets();
  focusClickedButtons();
  addHistoryKey();
  findEarlySearch();
  try {
    const config = await loadConfig();
    const { connection, session, stepUp, api, queryClient } = createDependencies(config);
    session.start(signInCallback);
    void queryClient.prefetchQuery(currentUserQuery(api));
    const router = createBrowserRouter(createRoutes({ api, queryClient, connectCallback }));
    startTransition(() =>
      root.render(
        <StrictMode>
          <App
            sessionContext={{ config, connection, session, stepUp, owned: new Map() }}
            api={api}
            queryClient={queryClient}
            router={router}
            isSignInWindow={signInCallback?.pending?.inPopup ?? false}
          />
        </StrictMode>,
      ),
    );
    const tokenUrl = new URL(config.advocacy.tokenUrl, location.origin).href;
    // A visitor who never signs in needs no worker.
    session.access().then(
      () => registerSessionWorker(tokenUrl),
      () => {},
    );
  } catch (error) {
    root.render(<StartFailedScreen error={error} />);
  }
}

/**
 * Scroll positions are restored by the key of the history entry. React Router calls the first entry of every
 * document "default", so an address that is opened again would begin where it was last scrolled to.
 */
function addHistoryKey(): void {
  history.replaceState({ key: crypto.randomUUID(), ...history.state }, '');
}

/** The back/forward cache may restore a page that had left for the sign-in page. */
function reloadWhenRestored(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}

/** Safari doesn't focus a button that is clicked: a dialog would return the focus to the page, not to its button. */
function focusClickedButtons(): void {
  addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      if (document.activeElement === document.body) button?.focus({ preventScroll: true });
    },
    { capture: true },
  );
}
