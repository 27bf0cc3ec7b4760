import { type Exchange, type Reply, reply, segmentsOf } from '../exchange.ts';
import {
  createdReply,
  document,
  jsonApiError,
  listReply,
  type Resource,
  unreadableItems,
} from '../json-api.ts';
import type { Switches } from '../switches.ts';
import { currentUserReply, TEAM_IDS } from './current-user.ts';
import { createOauth } from './oauth.ts';
import {
  account,
  board,
  domain,
  emailTemplate,
  experience,
  FACTOR_COUNT,
  factor,
  newApp,
  socialFeed,
} from './resources.ts';

const SECRET_URL = 'otpauth://totp/Kestrel:ana?secret=JBSWY3DPEHPK3PXP&issuer=Kestrel';

/** The lists of a team: how many items there are, and what can be included. */
const LISTS: Record<string, { scope?: string; count: number; item: ItemOf; included?: ItemOf[] }> =
  {
    accounts: { scope: 'accounts', count: 12, item: account, included: [socialFeed] },
    boards: { scope: 'boards', count: 3, item: board, included: [socialFeed, account] },
    domains: { scope: 'domains', count: 4, item: domain, included: [experience] },
    email_templates: { count: 3, item: emailTemplate },
  };
type ItemOf = (index: number, switches: Switches) => Resource;

export interface Advocacy {
  handle(exchange: Exchange): Reply;
  /** Forgets what was added. Sessions continue. */
  reset(): void;
}

/** The advocacy service. */
export function createAdvocacy(): Advocacy {
  const oauth = createOauth();
  let addedAccounts = 0;
  let hasNewApp = false;
  return {
    handle,
    reset: () => {
      addedAccounts = 0;
      hasNewApp = false;
    },
  };

  function handle(exchange: Exchange): Reply {
    const { method, path } = exchange;
    if (path === '/oauth/authorize') return oauth.authorize(exchange);
    if (path === '/oauth/token') return oauth.token(exchange);
    if (path === '/oauth/id_token') return oauth.idToken(exchange);
    const grant = oauth.grantOf(exchange);
    if (!grant) return jsonApiError(exchange, 401);
    const lacks = (resource: string) =>
      !grant.scopes.includes(`${resource}:${method === 'GET' ? 'read' : 'write'}`);

    const [, first = '', teamId = '', list = '', id, action] = segmentsOf(path);
    if (first === 'me') {
      if (!grant.scopes.includes('identity')) return jsonApiError(exchange, 403);
      return currentUserReply(exchange);
    }
    if (first === 'authentication_factors') {
      if (lacks('authentication_factors')) return jsonApiError(exchange, 403);
      if (method === 'POST') hasNewApp = true;
      if (method === 'POST') return createdReply(exchange, newApp('pending', SECRET_URL));
      if (method === 'PATCH') return document(200, { data: newApp('active', null) });
      const factors = numbers(FACTOR_COUNT).map((index) => factor(index, exchange.switches));
      // The first is the app of those who don't add one.
      if (exchange.switches.created !== 'documented') factors.shift();
      if (hasNewApp) factors.push(newApp('pending', null));
      return document(200, { data: [...factors, ...unreadableItems(exchange)] });
    }
    const known = LISTS[list];
    if (first !== 'teams' || !known) return jsonApiError(exchange, 404);
    if (!TEAM_IDS.includes(teamId)) return jsonApiError(exchange, 403);
    if (known.scope && lacks(known.scope)) return jsonApiError(exchange, 403);
    if (id === 'new' || action === 'edit') return redirectReply(exchange);
    const count = known.count + (list === 'accounts' ? addedAccounts : 0);
    const of = (item: ItemOf) => numbers(count).map((index) => item(index, exchange.switches));
    const all = of(known.item);
    if (id === undefined && method === 'POST') {
      addedAccounts += 1;
      return createdReply(exchange, known.item(count + 1, exchange.switches));
    }
    const included = (known.included ?? []).flatMap(of);
    if (id === undefined) return listReply(exchange, all, included);
    const found = all.find((item) => item.id === id);
    if (!found) return jsonApiError(exchange, 404);
    if (method === 'DELETE') return reply(204);
    return document(200, { data: found, included });
  }
}

function redirectReply(exchange: Exchange): Reply {
  const url = `http://${exchange.headers.host}/third-party`;
  return document(200, { data: { id: '1', type: 'redirect', attributes: { url } } });
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
