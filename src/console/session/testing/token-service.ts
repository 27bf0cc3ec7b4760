import { vi } from 'vitest';
import {
  type FakeResponse,
  type LocalServer,
  startLocalServer,
} from '#console/testing/local-server.ts';

/** A token that is at its end, as the service answers it. */
export const INVALID_GRANT: FakeResponse = { status: 400, body: { error: 'invalid_grant' } };

/** The OAuth endpoints that sessions of a test speak to. */
export interface TokenService {
  readonly server: LocalServer;
  /** How many tokens were granted so far: `access-1` and `refresh-1` came first. */
  readonly issued: () => number;
  /** Grants the next tokens; each refresh token works once. @param expiresIn in seconds */
  readonly grant: (expiresIn?: number) => FakeResponse;
  /** What the token endpoint answers from now on; it grants at first. */
  answer: (form: URLSearchParams) => FakeResponse | Promise<FakeResponse>;
  /** What was sent to the token endpoint. */
  readonly forms: () => URLSearchParams[];
  readonly close: () => Promise<void>;
}

/** Starts the service, and gives the test a `sessionStorage` of its own until it is closed. */
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
    url === '/oauth/token' ? service.answer(new URLSearchParams(body)) : { status: 200, body: '' },
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
    answer: () => grant(),
    forms: () =>
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
