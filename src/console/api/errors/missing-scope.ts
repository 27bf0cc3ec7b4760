/** Why a request failed. */
export interface ErrorMessage {
  /** Without a period. */
  readonly title: string;
  /** What to do. */
  readonly detail: string;
}

/** What scopes give access to, by their resource; `teams` covers a whole loyalty program. */
const RESOURCE_LABELS: Readonly<Record<string, string>> = {
  accounts: 'accounts',
  boards: 'boards',
  domains: 'domains',
  webhooks: 'webhooks',
  identity: 'your profile',
  authentication_factors: 'your sign-in settings',
};

/** What a user can't do without a scope, in their words. */
export function missingScopeMessage(scope: string): ErrorMessage {
  const [resource = '', access] = scope.split(':');
  const label = RESOURCE_LABELS[resource];
  if (access === 'write') {
    return {
      title: label ? `You have view-only access to ${label}` : 'You have view-only access',
      detail: 'Ask a team admin to change this.',
    };
  }
  return {
    title: label ? `You don't have access to ${label}` : "You don't have access",
    detail: 'Ask a team admin for access, then sign in again.',
  };
}
