import { createHash, randomBytes } from 'node:crypto';
import { type Exchange, errorReply, proxyPage, type Reply, reply } from '../exchange.ts';
import { jsonApiError } from '../json-api.ts';

export const PASSWORD = 'kestrel';

interface Grant {
  readonly scopes: readonly string[];
  readonly challenge: string | null;
}

/** The authorization server: one user, who is always signed in. */
export function createOauth() {
  const codes = new Map<string, Grant>();
  const refreshTokens = new Map<string, Grant>();
  const accessTokens = new Map<string, Grant>();

  /** Sends the browser back with a code, or with the error of a scope that is rejected. */
  function authorize({ query, switches }: Exchange): Reply {
    const back = new URL(query.get('redirect_uri') ?? '');
    back.searchParams.set('state', query.get('state') ?? '');
    const asked = (query.get('scope') ?? '').split(' ');
    const rejected = asked.filter((scope) => switches.rejectedScopes.includes(scope));
    if (rejected.length > 0) {
      back.searchParams.set('error', 'invalid_scope');
      back.searchParams.set('error_description', `Not registered: ${rejected.join(' ')}`);
    } else {
      const code = randomBytes(8).toString('hex');
      const scopes = asked.filter((scope) => !switches.withheldScopes.includes(scope));
      codes.set(code, { scopes, challenge: query.get('code_challenge') });
      back.searchParams.set('code', code);
    }
    return { ...reply(302), headers: { location: back.href } };
  }

  function token(exchange: Exchange): Reply {
    const { tokenEndpoint, rotatesTokens } = exchange.switches;
    if (tokenEndpoint !== 'works') return proxyPage(tokenEndpoint === '502' ? 502 : 200);
    const form = new URLSearchParams(exchange.body);
    const invalid = (error: string) =>
      errorReply(exchange, 400, { error, error_description: 'No' });
    if (form.get('grant_type') === 'authorization_code') {
      const code = form.get('code') ?? '';
      const grant = codes.get(code);
      codes.delete(code);
      const verifier = form.get('code_verifier') ?? '';
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      if (grant?.challenge !== challenge) return invalid('invalid_grant');
      const isSent = exchange.switches.refreshTokens !== 'never';
      return tokensReply(exchange, grant, isSent ? newToken() : undefined);
    }
    const used = form.get('refresh_token') ?? '';
    const grant = refreshTokens.get(used);
    if (!grant) return invalid('invalid_grant');
    if (exchange.switches.refreshTokens !== 'always') return tokensReply(exchange, grant);
    if (!rotatesTokens) return tokensReply(exchange, grant, used);
    refreshTokens.delete(used);
    return tokensReply(exchange, grant, newToken());
  }

  function tokensReply(exchange: Exchange, grant: Grant, refreshToken?: string): Reply {
    const { tokenLifetime, sendsScope } = exchange.switches;
    const accessToken = newToken();
    accessTokens.set(accessToken, grant);
    if (refreshToken !== undefined) refreshTokens.set(refreshToken, grant);
    return reply(200, {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: tokenLifetime,
      refresh_token: refreshToken,
      ...(sendsScope && { scope: grant.scopes.join(' ') }),
      created_at: Math.floor(Date.now() / 1000),
    });
  }

  function idToken(exchange: Exchange): Reply {
    if (!grantOf(exchange)) return jsonApiError(exchange, 401);
    const password = new URLSearchParams(exchange.body).get('password');
    if (password === PASSWORD) return reply(200, { id_token: 'id.token', expires_in: 900 });
    return jsonApiError(exchange, exchange.switches.wrongPasswordStatus);
  }

  function grantOf({ headers }: Exchange): Grant | undefined {
    return accessTokens.get(headers.authorization?.replace('Bearer ', '') ?? '');
  }

  return { authorize, token, idToken, grantOf };
}

function newToken(): string {
  return randomBytes(16).toString('hex');
}
