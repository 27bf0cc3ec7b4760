import type { Access } from '#console/api/client.ts';

/** An access token, which is stored in memory only. */
export interface Tokens extends Access {
  /** In ms since 1970, by this computer's clock. */
  readonly expiresAt: number;
}

export interface Grant {
  readonly tokens: Tokens;
  readonly refreshToken: string;
}

export function remainingMs(tokens: Tokens): number {
  return tokens.expiresAt - Date.now();
}
