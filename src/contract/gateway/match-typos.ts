// Which words the member directory finds although they are mistyped (decisions.md, 42). The console marks
// the same words.

export function countLetters(word: string): number {
  return word.match(/\p{L}/gu)?.length ?? 0;
}

/** The typos allowed in a searched word: one from four letters, two from eight (decisions.md, 42). */
export function allowedTypos(word: string): number {
  const letters = countLetters(word);
  return letters < 4 ? 0 : letters < 8 ? 1 : 2;
}

/** The part in which typos are looked up, and the domain of an email address, which has its own. */
export function splitAddress(word: string): { stem: string; domain: string | undefined } {
  const at = word.lastIndexOf('@');
  return at < 1
    ? { stem: word, domain: undefined }
    : { stem: word.slice(0, at), domain: word.slice(at + 1) };
}

/**
 * Whether a word of the directory is the searched one with typos. A typo is a missing, an extra or a
 * wrong character, or two swapped neighbors. The two parts of an email address count separately.
 *
 * @returns a function, because a search compares thousands of words with the same one
 */
export function typoMatcher(searched: string): (word: string) => boolean {
  const { stem, domain } = splitAddress(searched);
  const matchesStem = nearMatcher(stem);
  if (domain === undefined) {
    return (word) => splitAddress(word).domain === undefined && matchesStem(word);
  }
  const matchesDomain = nearMatcher(domain);
  return (word) => {
    const other = splitAddress(word);
    return other.domain !== undefined && matchesStem(other.stem) && matchesDomain(other.domain);
  };
}

function nearMatcher(searched: string): (text: string) => boolean {
  const typos = allowedTypos(searched);
  return (text) => {
    if (Math.abs(searched.length - text.length) > typos) return false;
    // Most words that are compared begin or end alike, which takes no edits.
    const start = commonPrefixLength(searched, text);
    const end = commonSuffixLength(searched, text, start);
    return isNear(
      searched.slice(start, searched.length - end),
      text.slice(start, text.length - end),
      typos,
    );
  };
}

/** How many characters two words have in common at their beginning. */
function commonPrefixLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/** How many characters two words have in common at their end, after those at their beginning. */
function commonSuffixLength(a: string, b: string, start: number): number {
  const max = Math.min(a.length, b.length) - start;
  let length = 0;
  while (length < max && a.at(-1 - length) === b.at(-1 - length)) length += 1;
  return length;
}

/** Whether the optimal string alignment distance is at most `max`. */
function isNear(a: string, b: string, max: number): boolean {
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
    // No later row has a lower distance.
    if (Math.min(...row) > max) return false;
    beforeLast = last;
    last = row;
  }
  return (last[b.length] ?? 0) <= max;
}
