import type { MemberSelection } from '#console/features/members/list/bulk/use-member-selection.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';

type CountedSelection = Pick<MemberSelection, 'count' | 'similar'>;

/** How many of the selected members a search found only with a typo; nothing if it found none so. */
export function SimilarNote({ selection }: { readonly selection: CountedSelection }) {
  const text = describeSimilar(selection);
  return text === undefined ? null : <p>{text}</p>;
}

/** "12 match your search. 27 are only similar to it." */
export function describeSimilar({ count, similar }: CountedSelection): string | undefined {
  if (similar === 0) return undefined;
  const are = similar === 1 ? 'is' : 'are';
  if (similar === count) {
    return count === 1
      ? 'This member is only similar to your search.'
      : `None of them match your search: all ${formatNumber(count)} are only similar to it.`;
  }
  const literal = count - similar;
  const match = literal === 1 ? 'matches' : 'match';
  return `${formatNumber(literal)} ${match} your search. ${formatNumber(similar)} ${are} only similar to it.`;
}
