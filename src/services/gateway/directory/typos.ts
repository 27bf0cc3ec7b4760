import { countLetters } from './search-terms.ts';

// How typos are found without comparing every word: a word of the directory is cut into segments. If a
// searched word is a few edits away, at least one segment is in it unchanged, at nearly the same place.

/** Shorter words are only found exactly or by prefix. */
const WORD_MIN_LETTERS = 3;
/** Words from this length have three segments, shorter ones two. */
const THREE_SEGMENTS_LENGTH = 6;

/** The typos allowed in a searched word: one from four letters, two from eight (decisions.md, 42). */
function allowedTypos(word: string): number {
  const letters = countLetters(word);
  return letters < 4 ? 0 : letters < 8 ? 1 : 2;
}

/** The part in which typos are looked up, and the domain of an email address, which has its own. */
function splitAddress(word: string): { stem: string; domain: string | undefined } {
  const at = word.lastIndexOf('@');
  return at < 1
    ? { stem: word, domain: undefined }
    : { stem: word.slice(0, at), domain: word.slice(at + 1) };
}

/**
 * Whether a word of the directory is the searched one with typos. A typo is a missing, an extra or a
 * wrong character, or two swapped neighbors. The two parts of an email address count separately.
 */
export function matchesWithTypos(searched: string, word: string): boolean {
  const [a, b] = [splitAddress(searched), splitAddress(word)];
  if (a.domain === undefined || b.domain === undefined) {
    return a.domain === b.domain && isWithin(a.stem, b.stem, allowedTypos(a.stem));
  }
  return (
    isWithin(a.stem, b.stem, allowedTypos(a.stem)) &&
    isWithin(a.domain, b.domain, allowedTypos(a.domain))
  );
}

function isWithin(a: string, b: string, typos: number): boolean {
  return Math.abs(a.length - b.length) <= typos && editDistance(a, b) <= typos;
}

/** Optimal string alignment distance. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

/** Whether typos of a word are looked up. */
export function isTypoWord(word: string): boolean {
  return countLetters(word) >= WORD_MIN_LETTERS;
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
  const { stem, domain } = splitAddress(searched);
  const typos = allowedTypos(stem);
  if (typos === 0 && (domain === undefined || allowedTypos(domain) === 0)) return undefined;
  const keys = new Set<string>();
  const addKeys = (text: string, edits: number) => {
    for (let length = text.length - edits; length <= text.length + edits; length += 1) {
      for (const [number, { start, end }] of segmentsOf(length).entries()) {
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
