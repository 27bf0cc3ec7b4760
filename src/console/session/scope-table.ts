export interface ResourceAccess {
  /** As in the scopes: "accounts". */
  readonly resource: string;
  readonly read: boolean;
  readonly write: boolean;
}

/**
 * The resources of the scopes, sorted by name. `identity` grants read access, like `accounts:read`
 * (advocacy.md, Authentication).
 *
 * @param requested the scopes that the console asked for, granted or not
 */
export function listResourceAccess(
  granted: readonly string[],
  requested: readonly string[],
): ResourceAccess[] {
  const resources = new Set([...granted, ...requested].map(resourceOf));
  return [...resources].sort().map((resource) => ({
    resource,
    read: granted.includes(resource) || granted.includes(`${resource}:read`),
    write: granted.includes(`${resource}:write`),
  }));
}

function resourceOf(scope: string): string {
  return scope.split(':', 1)[0] ?? scope;
}
