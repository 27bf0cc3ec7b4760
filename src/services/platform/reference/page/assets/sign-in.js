// Signs a user in with OAuth 2.0 (code and PKCE) in a window, and returns the access token.

const CALLBACK = new URL('/docs/callback', location.href).href;

/** Rejects if the user or the service says no, or if the window is closed. */
export async function signIn({ authorizationUrl, tokenUrl }, { clientId, scopes }) {
  if (!crypto.subtle) throw new Error('Signing in needs HTTPS');
  const verifier = randomText();
  const state = randomText();
  const window = open('', '', 'width=480,height=720');
  if (!window) throw new Error('The window was blocked. Allow windows of this page and try again');
  const challenge = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: scopes.join(' '),
    state,
    code_challenge: toBase64Url(new Uint8Array(challenge)),
    code_challenge_method: 'S256',
  });
  window.location = `${authorizationUrl}?${query}`;
  const result = await resultOf(window, state);
  if (!result.has('code')) throw new Error(result.get('error_description') ?? 'Not signed in');
  const response = await fetch(tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: CALLBACK,
      code: result.get('code'),
      code_verifier: verifier,
    }),
  });
  const { access_token: token, error_description: reason } = await response.json();
  if (!token) throw new Error(reason ?? 'Not signed in');
  return token;
}

/** The query of the callback, which reports it over a channel: its opener may be cut off. */
function resultOf(window, state) {
  return new Promise((resolve, reject) => {
    const channel = new BroadcastChannel('patron-reference');
    const end = () => {
      channel.close();
      clearInterval(timer);
    };
    channel.addEventListener('message', ({ data }) => {
      const query = new URLSearchParams(data);
      if (query.get('state') !== state) return;
      end();
      resolve(query);
    });
    const timer = setInterval(() => {
      if (!window.closed) return;
      clearInterval(timer);
      // The window's last message may still be on its way.
      setTimeout(() => {
        end();
        reject(new Error('Not signed in'));
      }, 500);
    }, 1000);
  });
}

const randomText = () => toBase64Url(crypto.getRandomValues(new Uint8Array(32)));

function toBase64Url(bytes) {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
