import { vi } from 'vitest';
import {
  type FakeResponse,
  type LocalServer,
  startLocalServer,
} from '#console/testing/local-server.ts';

/** The response for a refresh token that has expired or was revoked. */
export const INVALID_GRANT: FakeResponse = { status: 400, body: { error: 'invalid_grant' } };

/** The OAuth endpoints for the sessions of a test. */
export interface TokenService {
  readonly server: LocalServer;
  /** How many tokens were granted so far, starting with `access-1` and `refresh-1`. */
  readonly issued: () => number;
  /** Grants the next tokens. @param expiresIn in seconds */
  readonly grant: (expiresIn?: number) => FakeResponse;
  /** The response of the token endpoint. Grants tokens by default. */
  respond: (form: URLSearchParams) => FakeResponse | Promise<FakeResponse>;
  /** The forms sent to the token endpoint. */
  readonly tokenRequests: () => URLSearchParams[];
  readonly close: () => Promise<void>;
}

/** Starts the service, and stubs `sessionStorage` until it is closed. */
export async function startTokenService(): Promise<TokenService> {
  let issued = 0;
  const grant = (expiresIn = 3600): FakeResponse => {
    issued += 1;
    return {
      body: {
        access_token: `access-${issued}`,
        token_type: 'Bearer',
        expires_in: expiresIn,
        refresh_token: `refresh-${issued}`,
        scope: 'identity',
        created_at: 0,
      },
    };
  };
  const server = await startLocalServer(({ url, body }) =>
    url === '/oauth/token' ? service.respond(new URLSearchParams(body)) : { status: 200, body: '' },
  );
  const entries = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
  });
  const service: TokenService = {
    server,
    issued: () => issued,
    grant,
    respond: () => grant(),
    tokenRequests: () =>
      server.requests
        .filter(({ url }) => url === '/oauth/token')
        .map(({ body }) => new URLSearchParams(body)),
    close: async () => {
      vi.unstubAllGlobals();
      await server.close();
    },
  };
  return service;
}
