import type { DirectoryFacets } from '#contract/gateway/directory.ts';
import type { Member } from '#contract/loyalty/members/member.ts';

const MAX_FREQUENT_TAGS = 12;

/**
 * The most frequent tags of some members, most frequent first. Leaves out tags that contain a comma,
 * because the tag filter can't hold them.
 */
export function frequentTags(members: readonly Member[]): string[] {
  const counts = new Map<string, number>();
  for (const tag of members.flatMap((member) => member.member_tags ?? [])) {
    if (!tag.includes(',')) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, left], [, right]) => right - left)
    .slice(0, MAX_FREQUENT_TAGS)
    .map(([tag]) => tag);
}

/** The same of the members that the directory counted. */
export function countedTags(facets: DirectoryFacets | null | undefined): DirectoryFacets['tags'] {
  const tags = facets?.tags ?? [];
  return tags.filter(({ value }) => !value.includes(',')).slice(0, MAX_FREQUENT_TAGS);
}
