import type { Scope } from '#contract/advocacy/scopes.ts';
import { accountApiOperations } from '#contract/reference/advocacy/account.ts';
import { accountOperations } from '#contract/reference/advocacy/accounts.ts';
import { authenticationFactorOperations } from '#contract/reference/advocacy/authentication-factors.ts';
import { contentOperations } from '#contract/reference/advocacy/content.ts';
import { domainOperations } from '#contract/reference/advocacy/domains.ts';
import { peopleOperations } from '#contract/reference/advocacy/people.ts';
import type { OperationDocumentation } from '#contract/reference/documentation.ts';
import { gatewayDocumentation } from '#contract/reference/gateway/gateway.ts';

/** Scopes of the specification that the console uses. */
const SPECIFIED = [
  ...accountOperations,
  ...authenticationFactorOperations,
  ...contentOperations,
  ...domainOperations,
];

/**
 * The scopes of the operations that the console uses. With an external advocacy service, team membership
 * decides about the gateway's, so their scopes are not asked for (decisions.md, 57).
 */
export function defaultConsoleScopes({ isExternal }: { isExternal: boolean }): Scope[] {
  if (isExternal) return scopesOf(SPECIFIED);
  const { operations } = gatewayDocumentation({ baseUrl: '', authorizeUrl: '', tokenUrl: '' });
  return scopesOf([...SPECIFIED, ...accountApiOperations, ...peopleOperations, ...operations]);
}

function scopesOf(operations: readonly OperationDocumentation[]): Scope[] {
  const scopes = operations.flatMap(({ endpoint }) => endpoint.scope ?? []);
  return [...new Set(scopes)].sort() as Scope[];
}
