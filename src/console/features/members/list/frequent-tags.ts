import type { Member } from '#contract/loyalty/members/member.ts';

/** So many tags at most are offered to choose from. */
const MAX_TAGS = 12;

/** The tags of some members, the most frequent first; those with a comma can't be asked for. */
export function frequentTags(members: readonly Member[]): string[] {
  const counts = new Map<string, number>();
  for (const tag of members.flatMap((member) => member.member_tags ?? [])) {
    if (!tag.includes(',')) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, left], [, right]) => right - left)
    .slice(0, MAX_TAGS)
    .map(([tag]) => tag);
}
