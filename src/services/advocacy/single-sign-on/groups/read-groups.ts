import type { OidcSettings } from '#services/platform/oidc/oidc-settings.ts';

type GroupSettings = Pick<OidcSettings, 'groupsClaim' | 'groupRoles'>;
type Claims = Readonly<Record<string, unknown>>;

/** What the claims say of a person's groups: those that the settings name, or why they can't be trusted. */
export type ClaimedGroups = { groups: string[] | undefined } | { problem: string };

/**
 * Reads the groups of a person. A claim that is absent is an empty list, one that can't be read is not: it would end
 * roles for a mistake at the provider.
 * @returns undefined for `groups` if the settings give no roles by them
 */
export function readGroups(settings: GroupSettings, claims: Claims): ClaimedGroups {
  const { groupsClaim, groupRoles } = settings;
  if (!groupRoles) return { groups: undefined };
  if (isCut(groupsClaim, claims)) return { problem: 'the list of groups was cut for its size' };
  const value = valueAt(claims, groupsClaim) ?? [];
  const list: unknown[] = Array.isArray(value) ? value : [value];
  if (list.some((group) => typeof group !== 'string')) {
    return { problem: `the claim ${groupsClaim} is not a list of names` };
  }
  const sent = new Set(list);
  const named = new Set(groupRoles.map(({ group }) => group));
  return { groups: [...named].filter((group) => sent.has(group)) };
}

/** Whether the claims say anything of groups, if they need to. */
export function hasGroups({ groupsClaim, groupRoles }: GroupSettings, claims: Claims): boolean {
  if (!groupRoles || isCut(groupsClaim, claims)) return true;
  return valueAt(claims, groupsClaim) !== undefined;
}

/** Whether the list is elsewhere: as a distributed claim (OpenID Connect Core, 5.6.2), or by Microsoft's `hasgroups`. */
function isCut(claim: string, claims: Claims): boolean {
  const [first = ''] = claim.split('.');
  const { _claim_names: elsewhere, hasgroups: hasMore } = claims;
  if (isObject(elsewhere)) {
    if (Object.hasOwn(elsewhere, claim) || Object.hasOwn(elsewhere, first)) return true;
  }
  return first === 'groups' && hasMore !== undefined && hasMore !== false;
}

/** The claim of this very name, which can have dots, or the value to which its parts lead. */
function valueAt(claims: Claims, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim];
  return claim
    .split('.')
    .reduce<unknown>(
      (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      claims,
    );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
