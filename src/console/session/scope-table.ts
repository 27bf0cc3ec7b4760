/** What a session may do with one resource. */
export interface ResourceAccess {
  /** As the scopes name it: "accounts". */
  readonly resource: string;
  readonly read: boolean;
  readonly write: boolean;
}

/**
 * Scopes by their resource, in the order of the alphabet. `identity` alone reads, as `accounts:read`
 * does (advocacy.md, Authentication).
 *
 * @param granted what the session may do
 * @param asked what the console asked for, so that what was left out can be seen
 */
export function resourceAccess(
  granted: readonly string[],
  asked: readonly string[],
): ResourceAccess[] {
  const resources = new Set([...granted, ...asked].map(resourceOf));
  return [...resources].sort().map((resource) => ({
    resource,
    read: granted.includes(resource) || granted.includes(`${resource}:read`),
    write: granted.includes(`${resource}:write`),
  }));
}

function resourceOf(scope: string): string {
  return scope.split(':', 1)[0] ?? scope;
}
