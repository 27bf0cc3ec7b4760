// Sends the console's token refreshes, and keeps each answer until a page says that it has stored it:
// a refresh token works once, and a page that is reloaded in between would otherwise lose the next one
// (docs/decisions/console/reload-safety.md). It has no fetch handler, so loading pages never waits for it, and
// keeps tokens in memory only. src/console/session/session-worker.ts is the page's side.

/** How long an answer waits for a page to fetch it, in ms; browsers end a worker's task at five minutes. */
const KEEP_MS = 4 * 60_000;

/**
 * How long one waits after a page has stored it, in ms: browsers bring what is written to localStorage
 * to their other processes a moment later, so a tab whose turn comes next may still read the spent token.
 */
const LATE_MS = 10_000;

/** Part of the script's address: a worker keeps the policy that it came with, which allows this one. */
const TOKEN_URL = new URL(location.href).searchParams.get('token-url');

/** Refreshes by the token that they spend: the answer to be, and how to let go of it. */
const refreshes = new Map();

// The next refresh finds the new worker; the one before ends what it has begun.
addEventListener('install', () => skipWaiting());

addEventListener('message', (event) => {
  if (event.origin !== location.origin) return;
  const { data: message, ports } = event;
  switch (message.kind) {
    case 'hello':
      ports[0].postMessage('here');
      break;
    case 'refresh':
      event.waitUntil(answerRefresh(message, ports[0]));
      break;
    case 'stored':
      refreshes.get(message.refreshToken)?.forgetSoon();
      break;
    case 'signed-out':
      for (const { forget } of refreshes.values()) forget();
      break;
  }
});

/** Answers with the refresh that is under way or kept, or begins it; lasts as long as it is kept. */
async function answerRefresh(request, port) {
  const { refreshToken } = request;
  if (!refreshes.has(refreshToken)) refreshes.set(refreshToken, beginRefresh(request));
  const { answer, askedAt, forget, kept } = refreshes.get(refreshToken);
  const answered = await answer;
  // Without success the token was not spent, or is at its end: asking again tells which.
  if (!answered?.ok) forget();
  port.postMessage(answered && { ...answered, age: Date.now() - askedAt });
  await kept;
}

function beginRefresh(request) {
  const { promise: kept, resolve } = Promise.withResolvers();
  // Once forgotten, not again: by then the same token may be asked with anew.
  let timer = setTimeout(forget, KEEP_MS);
  function forget() {
    clearTimeout(timer);
    refreshes.delete(request.refreshToken);
    resolve();
  }
  function forgetSoon() {
    clearTimeout(timer);
    timer = setTimeout(forget, LATE_MS);
  }
  return { answer: askTokenEndpoint(request), askedAt: Date.now(), forget, forgetSoon, kept };
}

/**
 * As the page's `askTokenEndpoint`, but without a limit to its time: a page that no longer waits may
 * ask again, and must find the same answer. Undefined where none came.
 */
async function askTokenEndpoint({ clientId, refreshToken }) {
  try {
    const response = await fetch(TOKEN_URL, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: clientId,
        refresh_token: refreshToken,
      }),
      credentials: 'omit',
      cache: 'no-store',
    });
    const { ok, status, headers } = response;
    const body = parseJson(await response.text());
    return { ok, status, body, requestId: headers.get('x-request-id') ?? undefined };
  } catch {
    return undefined;
  }
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
