/** The localStorage key of the refresh token. The benchmark stores the first one. */
const KEY = 'refresh_token';

let renewed: Promise<string> | undefined;

/**
 * The access token of the signed-in user. Like in Patron's console it is in memory only, so each load
 * begins with the refresh token; the tabs of the browser take turns, because it is replaced at each use.
 */
export function accessToken(): Promise<string> {
  renewed ??= navigator.locks.request(KEY, renew);
  return renewed;
}

async function renew(): Promise<string> {
  const response = await fetch('/api/advocacy/oauth/token', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: 'patron-console',
      refresh_token: localStorage.getItem(KEY) ?? '',
    }),
  });
  if (!response.ok) throw new Error(`The token endpoint responded with ${response.status}`);
  const { access_token, refresh_token } = await response.json();
  localStorage.setItem(KEY, refresh_token);
  return access_token;
}
