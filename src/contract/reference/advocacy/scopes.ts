import { SCOPES, type Scope } from '#contract/advocacy/scopes.ts';

type Resource = Scope extends infer Name
  ? Name extends `${infer R}:${string}`
    ? R
    : never
  : never;

/** What the scopes of a resource are about. */
const RESOURCES: Record<Exclude<Resource, 'identity'>, string> = {
  accounts: 'connected accounts',
  activities: 'activities',
  assets: 'images, videos and other files',
  authentication_factors: 'your own two-step verification',
  boards: 'boards',
  campaigns: 'campaigns',
  collections: 'collections',
  ctas: 'calls to action',
  domains: 'domains',
  ecommerce: 'shop data',
  experiences: 'published pages',
  feed_updates: 'updates of social feeds',
  fonts: 'fonts',
  form_submissions: 'submitted forms',
  forms: 'forms',
  marketing_integrations: 'marketing integrations',
  marketing_integrations_requests: 'requests of marketing integrations',
  mixes: 'mixes',
  oauth_applications: 'OAuth applications',
  personalizations: 'personalizations',
  posts: 'posts',
  privacy_requests: 'privacy requests',
  product_accounts: 'product accounts',
  product_feeds: 'product feeds',
  products: 'products',
  rewards: 'rewards',
  right_request_templates: 'templates of rights requests',
  right_request_terms: 'terms of rights requests',
  right_requests: 'rights requests',
  roles: 'roles',
  saved_filters: 'saved filters',
  schemas: 'schemas',
  social_feeds: 'social feeds',
  subaccount_metrics: 'metrics of subaccounts',
  teams: 'teams and their loyalty members',
  transactions: 'transactions',
  users: 'users',
  webhooks: 'received webhooks',
};

const OTHERS: Partial<Record<Scope, string>> = {
  identity: 'Read your profile',
  'identity:write': 'Change your email address',
  'marketing_integrations_requests:write': 'Publish requests of marketing integrations',
  'webhooks:write': 'Replay received webhooks',
};

/** Each scope in words. */
export const SCOPE_DESCRIPTIONS: Record<string, string> = Object.fromEntries(
  SCOPES.map((scope) => [scope, OTHERS[scope] ?? describeScope(scope)]),
);

function describeScope(scope: Scope): string {
  const [resource, access] = scope.split(':') as [keyof typeof RESOURCES, 'read' | 'write'];
  return `${access === 'read' ? 'View' : 'Change'} ${RESOURCES[resource]}`;
}
