import type { Environment } from '#services/platform/environment.ts';
import { isLoopback } from '#services/platform/http/loopback.ts';
import { tryParseJson } from '#services/platform/try-parse-json.ts';
import { type Finding, reasonOf } from './run-check.ts';

const REQUEST_TIMEOUT_MS = 10_000;

export function get(url: string): Promise<Response> {
  return fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
}

/** Whether this deployment responds at the address that users open. */
export async function checkPublicAddress(
  publicUrl: string,
  { advocacy, roles }: Pick<Environment, 'advocacy' | 'roles'>,
): Promise<Finding> {
  let response: Response;
  try {
    response = await get(`${publicUrl}/healthz`);
  } catch (error) {
    return {
      status: 'problem',
      result: `${publicUrl} can't be reached from here: ${reasonOf(error)}`,
      advice: 'Start the services, then check PATRON_PUBLIC_URL, DNS and the proxy',
    };
  }
  const location = response.headers.get('location');
  if (location !== null) {
    return {
      status: 'problem',
      result: `${publicUrl} redirects to ${new URL(location, publicUrl).origin}`,
      advice: 'Set PATRON_PUBLIC_URL to the address that users arrive at',
    };
  }
  if ((await readJson(response))?.status !== 'alive') {
    return {
      status: 'problem',
      result: `Something other than Patron responds at ${publicUrl}, with status ${response.status}`,
      advice: 'Check PATRON_PUBLIC_URL, and that the proxy forwards every path',
    };
  }
  if (advocacy === undefined && roles.has('advocacy')) {
    const path = '/.well-known/oauth-authorization-server';
    const issuer = (await readJson(await get(`${publicUrl}${path}`)))?.issuer;
    if (issuer === undefined) {
      return {
        status: 'problem',
        result: `${publicUrl}${path} is not OAuth metadata`,
        advice: 'Let the proxy route it to the processes with the role advocacy',
      };
    }
    if (issuer !== publicUrl) {
      return {
        status: 'problem',
        result: `The services at ${publicUrl} have another PATRON_PUBLIC_URL`,
        advice: 'Restart them with the settings of this command',
      };
    }
  }
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:' || isLoopback(hostname)) return { status: 'ok', result: publicUrl };
  return {
    status: 'warning',
    result: `${publicUrl} is not encrypted: passwords can be read in transit`,
    advice: 'Put a proxy with HTTPS in front, and set PATRON_PUBLIC_URL to its address',
  };
}

/** Whether the proxy in front, if there is one, is trusted to name the client. */
export async function checkTrustedProxies(publicUrl: string): Promise<Finding> {
  const response = await get(`${publicUrl}/healthz`).catch(() => undefined);
  const proxy = response && (await readJson(response))?.proxy;
  if (proxy === 'none') return { status: 'ok', result: 'No proxy names the client' };
  if (proxy === 'trusted') return { status: 'ok', result: 'The proxy is trusted' };
  if (proxy !== 'untrusted') {
    return { status: 'warning', result: 'Not checked without the public address' };
  }
  return {
    status: 'warning',
    result: 'The proxy is not trusted: all users count as one network, and their limits as one',
    advice: 'Add its address to PATRON_TRUSTED_PROXIES; the log of the services names it',
  };
}

/** Whether users who open the address without https arrive at the one with it. */
export async function checkRedirect(
  publicUrl: string,
  plainUrl = publicUrl.replace(/^https:\/\/([^:/]+|\[.*\])(:\d+)?$/, 'http://$1'),
): Promise<Finding> {
  if (!publicUrl.startsWith('https:')) {
    return { status: 'ok', result: `Not needed for ${publicUrl}` };
  }
  let response: Response;
  try {
    response = await get(plainUrl);
  } catch (error) {
    return {
      status: 'warning',
      result: `${plainUrl} can't be reached from here: ${reasonOf(error)}`,
      advice: 'Users who type the name alone may see an error; redirect port 80 to https',
    };
  }
  const location = response.headers.get('location');
  const target = location === null ? undefined : new URL(location, plainUrl).origin;
  if (target === new URL(publicUrl).origin) {
    return { status: 'ok', result: `${plainUrl} redirects to ${target}` };
  }
  return {
    status: 'warning',
    result: `${plainUrl} responds with status ${response.status} and no redirect to ${publicUrl}`,
    advice: 'Let the proxy redirect it',
  };
}

async function readJson(response: Response): Promise<Record<string, unknown> | undefined> {
  const value = tryParseJson(await response.text());
  return typeof value === 'object' && value !== null ? { ...value } : undefined;
}
