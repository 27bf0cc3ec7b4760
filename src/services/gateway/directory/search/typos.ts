import {
  allowedTypos,
  countLetters,
  hasDigit,
  splitAddress,
} from '#contract/gateway/match-typos.ts';

// How typos are found without comparing every word: a word of the directory is cut into segments. If a
// searched word is a few edits away, at least one segment is in it unchanged, at nearly the same place.

/** Shorter words are only found exactly or by prefix. */
const WORD_MIN_LETTERS = 3;
/** Words from this length have three segments, shorter ones two. */
const THREE_SEGMENTS_LENGTH = 6;

/** Whether a word of the directory is found with typos. */
export function isTypoWord(word: string): boolean {
  return !hasDigit(word) && countLetters(word) >= WORD_MIN_LETTERS;
}

/** The keys of a directory word's segments: team, kind, length, number and text of each. */
export function segmentKeys(teamId: number, word: string): string[] {
  const { stem, domain } = splitAddress(word);
  return segmentsOf(stem.length).map(({ start, end }, number) =>
    segmentKey(teamId, domain, stem.length, number, stem.slice(start, end)),
  );
}

/**
 * The segment keys of all words that may be the searched one with typos.
 * @returns undefined if no typo is allowed
 */
export function probeKeys(teamId: number, searched: string): string[] | undefined {
  if (hasDigit(searched)) return undefined;
  const { stem, domain } = splitAddress(searched);
  const typos = allowedTypos(stem);
  if (typos === 0 && (domain === undefined || allowedTypos(domain) === 0)) return undefined;
  const keys = new Set<string>();
  const addKeys = (text: string, edits: number) => {
    // One typo leaves all segments but one unchanged, so the first, which most words share, isn't needed.
    const needed = typos > 1 ? 3 : edits + 1;
    for (let length = text.length - edits; length <= text.length + edits; length += 1) {
      const segments = segmentsOf(length);
      for (const [number, { start, end }] of segments.entries()) {
        if (number < segments.length - needed) continue;
        for (let shift = -edits; shift <= edits; shift += 1) {
          const [from, to] = [start + shift, end + shift];
          if (from < 0 || to > text.length) continue;
          keys.add(segmentKey(teamId, domain, length, number, text.slice(from, to)));
        }
      }
    }
  };
  addKeys(stem, typos);
  if (typos === 0) return [...keys];
  // A swap can change two segments, so the others are looked up with the swap undone.
  for (let at = 0; at + 1 < stem.length; at += 1) {
    const swapped = stem.slice(0, at) + stem[at + 1] + stem[at] + stem.slice(at + 2);
    addKeys(swapped, typos - 1);
  }
  return [...keys];
}

function segmentKey(
  teamId: number,
  domain: string | undefined,
  length: number,
  number: number,
  text: string,
): string {
  return `${teamId}${domain === undefined ? ':' : '@'}${length}:${number}:${text}`;
}

/** Segments of nearly equal length. */
function segmentsOf(length: number): { start: number; end: number }[] {
  if (length < 1) return [];
  const count = Math.min(length, length < THREE_SEGMENTS_LENGTH ? 2 : 3);
  return Array.from({ length: count }, (_, number) => ({
    start: Math.floor((length * number) / count),
    end: Math.floor((length * (number + 1)) / count),
  }));
}
