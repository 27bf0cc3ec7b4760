import type { ConsoleConfig } from '#contract/gateway/config.ts';

/** The parts of the two services that a deployment uses. The others are not in the menu, and have no panels. */
export interface Sections {
  readonly accounts: boolean;
  readonly boards: boolean;
  readonly domains: boolean;
  readonly emailTemplates: boolean;
  /** Members, activities and what counts them. */
  readonly loyalty: boolean;
}

/**
 * The sections whose scopes the console asks for. Email templates have no scope: they come with any other
 * section of the advocacy service.
 */
export function sectionsOf({
  advocacy,
  loyalty,
}: Pick<ConsoleConfig, 'advocacy' | 'loyalty'>): Sections {
  const has = (resource: string) => advocacy.scopes.includes(`${resource}:read`);
  const [accounts, boards, domains] = [has('accounts'), has('boards'), has('domains')];
  const emailTemplates = accounts || boards || domains;
  return { accounts, boards, domains, emailTemplates, loyalty: loyalty !== undefined };
}

/**
 * Whether membership of the team replaces a scope of the gateway: the console doesn't ask for any of its
 * resource (decisions.md, 57).
 */
export function isDecidedByMembership(scope: string, requested: readonly string[]): boolean {
  const resource = /^(teams|webhooks):/.exec(scope)?.[0];
  return resource !== undefined && !requested.some((asked) => asked.startsWith(resource));
}
