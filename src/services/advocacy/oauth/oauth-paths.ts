/** Addresses of the authorization server under {base_url}. */
export const OAUTH_PATHS = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  /** RFC 7009; the contract does not have it, the console calls it at sign-out where it exists. */
  revoke: '/oauth/revoke',
  /** Our sign-in pages: one address for each authorization under way. */
  signIn: '/oauth/interaction',
  assets: '/oauth/assets',
} as const;
