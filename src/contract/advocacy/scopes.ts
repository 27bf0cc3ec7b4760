/** Resources with a read and a write scope, in the order of advocacy.md, Authentication. */
const READ_AND_WRITE = [
  'accounts',
  'assets',
  'authentication_factors',
  'campaigns',
  'collections',
  'ctas',
  'domains',
  'experiences',
  'fonts',
  'form_submissions',
  'forms',
  'feed_updates',
  'marketing_integrations',
  'marketing_integrations_requests',
  'mixes',
  'oauth_applications',
  'personalizations',
  'posts',
  'privacy_requests',
  'product_accounts',
  'product_feeds',
  'products',
  'right_request_templates',
  'right_request_terms',
  'right_requests',
  'roles',
  'saved_filters',
  'schemas',
  'social_feeds',
  'teams',
  'boards',
  'transactions',
  'users',
  'webhooks',
] as const;

const READ_ONLY = ['activities', 'ecommerce', 'rewards', 'subaccount_metrics'] as const;

const IDENTITY = ['identity', 'identity:write'] as const;

export type Scope =
  | `${(typeof READ_AND_WRITE)[number]}:${'read' | 'write'}`
  | `${(typeof READ_ONLY)[number]}:read`
  | (typeof IDENTITY)[number];

export const SCOPES: readonly Scope[] = [
  ...READ_AND_WRITE.flatMap((resource) => [`${resource}:read`, `${resource}:write`] as const),
  ...READ_ONLY.map((resource) => `${resource}:read` as const),
  ...IDENTITY,
];

/** Scopes for the user's own data, independent of team roles (decisions.md, 13). */
export const USER_SCOPES: readonly Scope[] = [
  ...IDENTITY,
  'authentication_factors:read',
  'authentication_factors:write',
];

/** Scopes for a team's resources, limited by the user's roles (decisions.md, 13). */
export const TEAM_SCOPES: readonly Scope[] = SCOPES.filter((scope) => !USER_SCOPES.includes(scope));

const known: ReadonlySet<string> = new Set(SCOPES);

export function isScope(name: string): name is Scope {
  return known.has(name);
}
