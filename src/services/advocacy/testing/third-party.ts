import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  type AccountProvider,
  parseAccountProviders,
} from '#services/advocacy/accounts/account-provider.ts';

interface CannedResponse {
  status: number;
  body: unknown;
}

interface SeenRequest {
  path: string;
  headers: IncomingMessage['headers'];
  form: URLSearchParams;
}

/** A third party with token and profile endpoints, whose responses tests set. */
export interface ThirdParty {
  /** Its networks: `chirp`, `shopify`, and `bare` without PKCE. */
  providers: AccountProvider[];
  token: CannedResponse;
  profile: CannedResponse;
  /** Newest last. */
  requests: SeenRequest[];
  close(): Promise<void>;
}

export const CHIRP_PROFILE = {
  id: 4711,
  names: { full: 'Ünïcode 鳥', short: 'birds' },
  picture: 'https://cdn.example.com/birds.png',
  counts: { followers: 120, follows: '7', posts: -1 },
  channels: [{ id: 'c1', title: 'Songs' }, { id: 'c2' }],
};

export async function startThirdParty(): Promise<ThirdParty> {
  const thirdParty: Omit<ThirdParty, 'providers' | 'close'> = {
    token: { status: 200, body: { access_token: 'their-token', token_type: 'Bearer' } },
    profile: { status: 200, body: CHIRP_PROFILE },
    requests: [],
  };
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const form = new URLSearchParams(await text(request));
    thirdParty.requests.push({ path, headers: request.headers, form });
    const { status, body } = path.includes('/token') ? thirdParty.token : thirdParty.profile;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const providers = parseAccountProviders(providerConfigs(`http://127.0.0.1:${port}`));
  return Object.assign(thirdParty, {
    providers,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

function providerConfigs(url: string) {
  const chirp = {
    type: 'chirp',
    label: 'Chirp',
    authorizationEndpoint: `${url}/authorize?theme=plain`,
    tokenEndpoint: `${url}/token`,
    profileEndpoint: `${url}/profile`,
    clientId: 'patron at chirp',
    clientSecret: 'chirp:secret',
    scopes: ['profile', 'posts'],
    profile: {
      external_id: 'id',
      name: 'names.full',
      username: 'names.short',
      image_url: 'picture',
      followers_count: 'counts.followers',
      follows_count: 'counts.follows',
      media_count: 'counts.posts',
      likes_count: 'counts.likes',
      subaccounts: { list: 'channels', external_id: 'id', name: 'title' },
    },
    capabilities: ['ingest', 'compose'],
  };
  const bare = {
    ...chirp,
    type: 'bare',
    label: 'Bare',
    clientAuthentication: 'post',
    pkce: false,
    scopeSeparator: ',',
    authorizationParameters: { access_type: 'offline' },
    tokenParameters: { extra: 'yes' },
    profileTokenHeader: 'X-Access-Token',
    profile: { external_id: 'id', name: 'names.full' },
  };
  const shopify = {
    ...bare,
    type: 'shopify',
    label: 'Shopify',
    authorizationEndpoint: `${url}/{site}/authorize`,
    tokenEndpoint: `${url}/{site}/token`,
    profileEndpoint: `${url}/{site}/profile`,
  };
  return [chirp, bare, shopify];
}
