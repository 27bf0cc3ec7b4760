export interface ErrorMessage {
  /** Without a period. */
  readonly title: string;
  /** What to do. */
  readonly detail: string;
}

/** What scopes give access to, by their resource; `teams` covers a loyalty program and work on many members. */
export const RESOURCE_LABELS: Readonly<Record<string, string>> = {
  accounts: 'accounts',
  boards: 'boards',
  domains: 'domains',
  webhooks: 'webhooks',
  users: 'people',
  teams: 'members and jobs',
  identity: 'your profile',
  authentication_factors: 'your methods',
};

/** What a user can't do without a scope, in their words. */
export function missingScopeMessage(scope: string): ErrorMessage {
  const [resource = '', access] = scope.split(':');
  const label = RESOURCE_LABELS[resource];
  if (access === 'write') {
    return {
      title: `You can view but not change ${label ?? 'this'}`,
      detail: 'Ask an administrator.',
    };
  }
  return {
    title: label ? `You don't have access to ${label}` : "You don't have access",
    detail: 'Ask an administrator for access, then sign in again.',
  };
}
