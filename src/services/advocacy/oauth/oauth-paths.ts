/** Paths of the authorization server under {base_url}. */
export const OAUTH_PATHS = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  /** RFC 7009. Not in the contract; the console calls it at sign-out if available. */
  revoke: '/oauth/revoke',
  /** The sign-in pages, each under the id of its authorization. */
  signIn: '/oauth/interaction',
  assets: '/oauth/assets',
  /** Where the OpenID provider sends browsers back, as registered there. */
  providerCallback: '/oauth/sso/callback',
  /** Where it says that one of its sessions has ended. */
  backchannelLogout: '/oauth/sso/backchannel-logout',
  /** Where the window of `POST step-up/sso` begins, and where it comes back from the provider. */
  confirm: '/oauth/sso/confirm',
  confirmed: '/oauth/sso/confirmed',
  /** Pages of the user's account that sign-in and emails link to. */
  forgotPassword: '/oauth/forgot-password',
  resetPassword: '/oauth/reset-password',
  /** Creates the first administrator. */
  setup: '/oauth/setup',
  invitation: '/oauth/invitation',
  /** From that page to the OpenID provider. */
  invitationByProvider: '/oauth/invitation/sso',
  undoEmailChange: '/oauth/undo-email-change',
} as const;
