import type { AccountProvider } from '#services/advocacy/accounts/account-provider.ts';

/** Patron's client registration at the demo networks. */
export const DEMO_CLIENT = {
  id: 'patron-demo-connections',
  secret: 'patron-demo-connections-secret',
};

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

/** Path of the demo networks. */
const DEMO_PROVIDER_PATH = '/demo/provider';

/**
 * The public URL of the demo networks. Uses the other host name of this machine (localhost or
 * 127.0.0.1), so that they have a different origin than the console, like real networks.
 */
export function demoProviderUrl(publicUrl: string): string {
  const url = new URL(publicUrl);
  if (url.hostname === 'localhost') url.hostname = '127.0.0.1';
  else if (url.hostname === '127.0.0.1') url.hostname = 'localhost';
  return `${url.origin}${DEMO_PROVIDER_PATH}`;
}

/**
 * The demo networks, in the form of a deployment's own table of networks. Unlike that table it is not
 * validated: the demo may run at a plain HTTP address of a local network.
 * @param addresses without a trailing slash: the public one, and the one that the process calls itself at
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
      image_url: 'picture',
      followers_count: 'counts.followers',
      follows_count: 'counts.follows',
      media_count: 'counts.posts',
      likes_count: 'counts.likes',
      subaccounts: { list: 'pages', external_id: 'id', name: 'name' },
    },
    capabilities,
  }));
}
