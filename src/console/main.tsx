import './first.ts';
import './styles/console.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { unstable_forceFrameRate as setTurnsPerSecond } from 'scheduler';
import type { ConsoleConfig } from '#contract/gateway/config.ts';
import { App } from './app.tsx';
import { compose } from './compose.ts';
import { consumeConnectCallback } from './features/accounts/connect/connect-callback.ts';
import { startScrollMemory } from './layout/scroll-memory.ts';
import { FullScreen } from './layout/status/full-screen.tsx';
import { startHistorySteps } from './lib/history-steps.ts';
import { sleep } from './lib/sleep.ts';
import { prefetchPage, preloadPage } from './load-page.ts';
import { currentUserQuery } from './session/current-user.ts';
import { loadConfig } from './session/load-config.ts';
import type { Session } from './session/session-model.ts';
import { takeSignInReply } from './session/sign-in-reply.ts';
import { Button } from './ui/button/button.tsx';

/** How long the shell waits to be drawn together with its first page and what both show, in ms. */
const PAGE_PATIENCE_MS = 300;
/** In how many turns a second React draws; in between others have theirs. Left to itself it takes 200. */
const TURNS_PER_SECOND = 30;

// Before anything else: what came back in the address leaves it.
const signInReply = takeSignInReply();
const connectCallback = consumeConnectCallback();

// Each pause costs a slow processor a frame; a turn of 33 ms is no long task yet.
setTurnsPerSecond(TURNS_PER_SECOND);
const root = createRoot(document.getElementById('root') as HTMLElement);
const pageCode = preloadPage(location.pathname);
startScrollMemory();
startHistorySteps();
void start();

async function start() {
  try {
    const config = await loadConfig();
    const { session, stepUp, api, queryClient } = compose(config);
    session.start(signInReply);
    const page = Promise.all([
      pageCode,
      prefetchPage(location, { api, queryClient }),
      queryClient.prefetchQuery(currentUserQuery(api)),
    ]);
    // What would be drawn in its place for so short a time costs more than it tells; and React, having
    // drawn that, would hold the page itself back for 300 ms.
    await Promise.race([page, sleep(PAGE_PATIENCE_MS)]);
    startTransition(() =>
      root.render(
        <StrictMode>
          <App
            sessionContext={{ config, session, stepUp }}
            api={api}
            queryClient={queryClient}
            isSignInWindow={signInReply?.pending?.inPopup ?? false}
            connectCallback={connectCallback}
          />
        </StrictMode>,
      ),
    );
    void keepSessionWorker(session, config);
  } catch {
    root.render(
      <FullScreen
        title="Patron couldn't start"
        role="alert"
        action={
          <Button variant="primary" size="large" onClick={() => location.reload()}>
            Try again
          </Button>
        }
      >
        <p>Its configuration can't be read. Check your connection and try again.</p>
      </FullScreen>,
    );
  }
}

/** Once somebody is signed in; a page that never is needs none. */
async function keepSessionWorker(session: Session, { advocacy }: ConsoleConfig) {
  try {
    await session.access();
    const { registerSessionWorker } = await import('./session/refresh/register-session-worker.ts');
    await registerSessionWorker(new URL(advocacy.tokenUrl, location.origin).href);
  } catch {
    // The page goes on without, and tells its failures itself.
  }
}

// A page that was left for the sign-in page, and came back from the browser's memory as it was.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
