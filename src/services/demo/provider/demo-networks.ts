import type { AccountProvider } from '#services/advocacy/accounts/account-provider.ts';

/** The application that the demo's networks know Patron as. */
export const DEMO_CLIENT = {
  id: 'patron-demo-connections',
  secret: 'patron-demo-connections-secret',
};

/** Networks that the demo stands in for. */
export const DEMO_NETWORKS: readonly { type: string; label: string; capabilities: string[] }[] = [
  { type: 'instagram', label: 'Instagram', capabilities: ['ingest', 'compose'] },
  { type: 'facebook', label: 'Facebook', capabilities: ['ingest', 'compose'] },
  { type: 'tiktok', label: 'TikTok', capabilities: ['ingest', 'compose'] },
  { type: 'youtube', label: 'YouTube', capabilities: ['ingest'] },
  { type: 'linkedin', label: 'LinkedIn', capabilities: ['ingest', 'compose'] },
  { type: 'pinterest', label: 'Pinterest', capabilities: ['ingest'] },
  { type: 'threads', label: 'Threads', capabilities: ['ingest', 'compose'] },
  { type: 'x', label: 'X', capabilities: ['ingest'] },
  { type: 'shopify', label: 'Shopify', capabilities: ['ingest'] },
];

/** Where the demo's networks are mounted, under the server's root. */
const DEMO_PROVIDER_PATH = '/demo/provider';

/**
 * The address under which people reach the demo's networks: another host name of this machine than
 * the console's, so that they are of another origin, as real ones are.
 */
export function demoProviderUrl(publicUrl: string): string {
  const url = new URL(publicUrl);
  if (url.hostname === 'localhost') url.hostname = '127.0.0.1';
  else if (url.hostname === '127.0.0.1') url.hostname = 'localhost';
  return `${url.origin}${DEMO_PROVIDER_PATH}`;
}

/**
 * The demo's table of networks, of the same form as a deployment's own. It is not checked as that
 * is: the demo may run at a plain http address of a local network, which a real network may not.
 * @param addresses without a trailing slash: the public one, and where the process calls itself
 */
export function demoAccountProviders({
  publicUrl,
  ownUrl,
}: {
  publicUrl: string;
  ownUrl: string;
}): AccountProvider[] {
  const pages = demoProviderUrl(publicUrl);
  const endpoints = `${ownUrl}${DEMO_PROVIDER_PATH}`;
  return DEMO_NETWORKS.map(({ type, label, capabilities }) => ({
    type,
    label,
    authorizationEndpoint: `${pages}/${type}/authorize${type === 'shopify' ? '?shop={site}' : ''}`,
    tokenEndpoint: `${endpoints}/${type}/token`,
    profileEndpoint: `${endpoints}/${type}/profile`,
    clientId: DEMO_CLIENT.id,
    clientSecret: DEMO_CLIENT.secret,
    clientAuthentication: 'basic',
    scopes: ['profile', 'posts'],
    scopeSeparator: ' ',
    pkce: true,
    authorizationParameters: {},
    tokenParameters: {},
    profile: {
      external_id: 'id',
      name: 'name',
      username: 'username',
      followers_count: 'counts.followers',
      follows_count: 'counts.follows',
      media_count: 'counts.posts',
      likes_count: 'counts.likes',
      subaccounts: { list: 'pages', external_id: 'id', name: 'name' },
    },
    capabilities,
  }));
}
