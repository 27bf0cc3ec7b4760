import type { Member } from '#contract/loyalty/members/member.ts';

/** Values of a member by attribute name, for conditions; null is a known attribute without a value. */
export type Facts = ReadonlyMap<string, unknown>;

/**
 * Collects custom attributes, fields of the address and the tier, and the member's own fields, which
 * take precedence over custom attributes of the same name.
 */
export function factsOf({ custom_attributes, address, tier_info, ...fields }: Member): Facts {
  return new Map(
    [custom_attributes, address, tier_info, fields].flatMap((part) => Object.entries(part ?? {})),
  );
}
