import type { Member } from '#contract/loyalty/members/member.ts';

/** What conditions can ask about: attribute names and values; null is known to be without a value. */
export type Facts = ReadonlyMap<string, unknown>;

/**
 * The attributes of a member by name: custom ones, those of the address and the tier by their own
 * names, and the member's fields, which win over a custom attribute of the same name.
 */
export function factsOf({ custom_attributes, address, tier_info, ...fields }: Member): Facts {
  return new Map(
    [custom_attributes, address, tier_info, fields].flatMap((part) => Object.entries(part ?? {})),
  );
}
