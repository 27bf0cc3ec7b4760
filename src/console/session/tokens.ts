import type { Access } from '#console/api/client.ts';

/** An access token with what is known of it. It is kept in memory only. */
export interface Tokens extends Access {
  /** When it ends, in ms since 1970 by this machine's clock. */
  readonly expiresAt: number;
}

/** What the token endpoint gave. */
export interface Grant {
  readonly tokens: Tokens;
  readonly refreshToken: string;
}

/** How long the token is still good for, in ms. */
export function remaining(tokens: Tokens): number {
  return tokens.expiresAt - Date.now();
}
