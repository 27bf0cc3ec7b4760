// Sends the console's token refreshes, and keeps each response in memory until a page has stored its refresh
// token. A refresh token works once, so a page that is reloaded before that would lose the next one; see
// docs/decisions/console/reload-safety.md. The page's side is src/console/session/refresh/session-worker.ts.

/** How long a response is kept, in ms. Browsers stop a worker's task after five minutes. */
const KEEP_MS = 4 * 60_000;

/**
 * How long it is kept after a page has stored the refresh token, in ms. Browsers propagate localStorage to
 * other processes with a delay, so another tab may still read the spent token.
 */
const KEEP_STORED_MS = 10_000;

/** A parameter of the script's URL, because the CSP of the script allows only this endpoint. */
const TOKEN_URL = new URL(location.href).searchParams.get('token-url');

/** Refreshes in flight and those whose response is kept, by the token that they spend. */
const refreshes = new Map();

// A new worker takes over immediately; the old one finishes its refreshes.
addEventListener('install', () => skipWaiting());

addEventListener('message', (event) => {
  if (event.origin !== location.origin) return;
  const { data: message, ports } = event;
  switch (message.kind) {
    case 'hello':
      ports[0].postMessage('here');
      break;
    case 'refresh':
      event.waitUntil(respondToRefresh(message, ports[0]));
      break;
    case 'stored':
      refreshes.get(message.refreshToken)?.deleteSoon();
      break;
    case 'signed-out':
      for (const refresh of refreshes.values()) refresh.delete();
      break;
  }
});

/** Responds with the tokens of a refresh, and keeps the worker running as long as they are kept. */
async function respondToRefresh(request, port) {
  const { refreshToken } = request;
  if (!refreshes.has(refreshToken)) refreshes.set(refreshToken, startRefresh(request));
  const refresh = refreshes.get(refreshToken);
  const response = await refresh.response;
  // After an error the next request sends the token again: it was not spent, or it is no longer valid.
  if (!response?.ok) refresh.delete();
  port.postMessage(response && { ...response, age: Date.now() - refresh.requestedAt });
  await refresh.deleted;
}

function startRefresh(request) {
  const { promise: deleted, resolve } = Promise.withResolvers();
  let timer = setTimeout(deleteRefresh, KEEP_MS);
  function deleteRefresh() {
    // A later timer could delete another refresh with the same token.
    clearTimeout(timer);
    refreshes.delete(request.refreshToken);
    resolve();
  }
  function deleteSoon() {
    clearTimeout(timer);
    timer = setTimeout(deleteRefresh, KEEP_STORED_MS);
  }
  return {
    response: requestToken(request),
    requestedAt: Date.now(),
    delete: deleteRefresh,
    deleteSoon,
    deleted,
  };
}

/**
 * Like the page's `requestToken`, but without a timeout: a page that gave up may ask again, and has to get
 * the same response. Undefined without a response.
 */
async function requestToken({ clientId, refreshToken }) {
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
