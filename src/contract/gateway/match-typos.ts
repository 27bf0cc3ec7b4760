// Which words the member directory finds although they are mistyped (decisions.md, 42). The console marks
// the same words.

export function countLetters(word: string): number {
  return word.match(/\p{L}/gu)?.length ?? 0;
}

/** Words with digits never match with a typo: M-1001 is another member than M-1002 (decisions.md, 42). */
export function hasDigit(word: string): boolean {
  return /\p{N}/u.test(word);
}

/** The typos allowed in a searched word without digits: one from four letters, two from eight (decisions.md, 42). */
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
  if (hasDigit(searched)) return () => false;
  const { stem, domain } = splitAddress(searched);
  const matchesStem = nearMatcher(stem);
  if (domain === undefined) {
    return (word) =>
      !hasDigit(word) && splitAddress(word).domain === undefined && matchesStem(word);
  }
  const matchesDomain = nearMatcher(domain);
  return (word) => {
    const other = splitAddress(word);
    return (
      !hasDigit(word) &&
      other.domain !== undefined &&
      matchesStem(other.stem) &&
      matchesDomain(other.domain)
    );
  };
}

function nearMatcher(searched: string): (text: string) => boolean {
  const typos = allowedTypos(searched);
  return (text) => isNear(searched, text, typos);
}

/** Whether at most `typos` edits make one text the other. */
function isNear(a: string, b: string, typos: number): boolean {
  if (Math.abs(a.length - b.length) > typos) return false;
  const start = commonPrefixLength(a, b);
  if (start === a.length || start === b.length) return true;
  if (typos === 0) return false;
  const isSwapped = a[start] === b[start + 1] && a[start + 1] === b[start];
  return (
    // A wrong, an extra or a missing character, or two swapped ones.
    isNear(a.slice(start + 1), b.slice(start + 1), typos - 1) ||
    isNear(a.slice(start + 1), b.slice(start), typos - 1) ||
    isNear(a.slice(start), b.slice(start + 1), typos - 1) ||
    (isSwapped && isNear(a.slice(start + 2), b.slice(start + 2), typos - 1))
  );
}

function commonPrefixLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}
