import * as accounts from '#contract/advocacy/accounts.ts';
import * as authenticationFactors from '#contract/advocacy/authentication-factors.ts';
import * as boards from '#contract/advocacy/boards.ts';
import * as domains from '#contract/advocacy/domains.ts';
import * as emailTemplates from '#contract/advocacy/email-templates.ts';
import * as users from '#contract/advocacy/users.ts';
import type { Endpoint } from '#contract/endpoint.ts';

/** Whether an export of a contract module is an endpoint. */
export const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value;

/** Every JSON:API endpoint of the contract. Deletions come last, because others need the resources. */
export const resourceEndpoints: readonly Endpoint[] = [
  accounts,
  authenticationFactors,
  boards,
  domains,
  emailTemplates,
  users,
]
  .flatMap((module) => Object.values<unknown>(module))
  .filter(isEndpoint)
  .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
