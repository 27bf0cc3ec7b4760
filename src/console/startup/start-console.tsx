import type { QueryClient } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, type DataRouter } from 'react-router';
import { App } from '#console/app.tsx';
import { consumeConnectCallback } from '#console/features/accounts/connect/connect-callback.ts';
import { StartFailedScreen } from '#console/layout/status/start-failed-screen.tsx';
import { afterFirstPage, reportFirstPage } from '#console/lib/first-page.ts';
import { sleep } from '#console/lib/sleep.ts';
import { createRoutes } from '#console/routes.tsx';
import { currentUserQuery } from '#console/session/current-user.ts';
import { consumeSignInCallback } from '#console/session/sign-in/sign-in-callback.ts';
import { createDependencies } from './create-dependencies.ts';
import { loadConfig } from './load-config.ts';

/** How long the first render waits for the code and the data of its page, in ms. */
const FIRST_PAGE_TIMEOUT_MS = 300;

/** Signs in or resumes the session, and renders the console. */
export async function startConsole(): Promise<void> {
  // Read the callbacks and clear them from the URL before anything else runs.
  const signInCallback = consumeSignInCallback();
  const connectCallback = consumeConnectCallback();
  reloadWhenRestored();
  const root = createRoot(document.getElementById('root') as HTMLElement);
  try {
    const config = await loadConfig();
    const { connection, session, stepUp, api, queryClient } = createDependencies(config);
    session.start(signInCallback);
    void queryClient.prefetchQuery(currentUserQuery(api));
    const router = createBrowserRouter(createRoutes({ api, queryClient, connectCallback }));
    // Rendering a skeleton for less than this costs more than it helps, and React delays replacing it.
    const firstPage = loadFirstPage(router, queryClient).then(reportFirstPage);
    await Promise.race([firstPage, sleep(FIRST_PAGE_TIMEOUT_MS)]);
    startTransition(() =>
      root.render(
        <StrictMode>
          <App
            sessionContext={{ config, connection, session, stepUp }}
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
    Promise.all([session.access(), afterFirstPage()])
      .then(() => import('#console/session/refresh/register-session-worker.ts'))
      .then(
        ({ registerSessionWorker }) => registerSessionWorker(tokenUrl),
        () => {},
      );
  } catch (error) {
    root.render(<StartFailedScreen error={error} />);
  }
}

/** Waits for the code of the first page and for the queries that its loader started. */
async function loadFirstPage(router: DataRouter, queryClient: QueryClient): Promise<void> {
  await new Promise<void>((resolve) => {
    if (router.state.initialized) return resolve();
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      unsubscribe();
      resolve();
    });
  });
  const queries = queryClient.getQueryCache().getAll();
  await Promise.allSettled(queries.map(({ promise }) => promise));
}

/** The back/forward cache may restore a page that had left for the sign-in page. */
function reloadWhenRestored(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}
