import { once } from 'node:events';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { CLIENT_SECRET } from './company-sign-in.ts';

type FetchOptions = RequestInit & { dispatcher?: unknown };

/** An OpenID provider in which anyone signs in as the email that they type. */
export async function startOpenIdProvider(patronPort: number) {
  const port = await findFreePort('127.0.0.1');
  const issuer = `http://127.0.0.1:${port}`;
  const oauth = `http://localhost:${patronPort}/api/advocacy/oauth/sso`;
  const groups = new Map<string, string[]>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'patron',
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${oauth}/callback`],
        backchannel_logout_uri: `${oauth}/backchannel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    features: {
      devInteractions: { enabled: true },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
    // Its own dispatcher rejects the addresses of this machine.
    fetch: (url, { dispatcher: _, ...options }: FetchOptions = {}) => fetch(url, options),
    cookies: { keys: ['a key of the tests'] },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({
        ...{ sub: id, email: id, email_verified: true, name: 'Nora Colleague' },
        groups: groups.get(id),
      }),
    }),
  });
  const server = createServer(provider.callback()).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    issuer,
    patronPort,
    /** The groups of people, by their email. */
    groups,
    signOutUrl: `${issuer}/session/end`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>;
