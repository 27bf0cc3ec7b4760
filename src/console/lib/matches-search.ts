/** Shorter words have no typos: too many others are one letter away. */
const MIN_TYPO_LENGTH = 4;

/** Whether a text contains every word of a search, without regard to case, accents and order. */
export function matchesSearch(text: string, search: string): boolean {
  const normalized = normalize(text);
  return wordsOf(search).every((word) => normalized.includes(word));
}

/** The items that match a search; if there are none, those that do with one typo per word. */
export function searchItems<T>(
  items: readonly T[],
  textOf: (item: T) => string,
  search: string,
): T[] {
  const found = items.filter((item) => matchesSearch(textOf(item), search));
  if (found.length > 0) return found;
  const words = wordsOf(search);
  return items.filter((item) => {
    const normalized = normalize(textOf(item));
    const parts = normalized.split(/[^\p{L}\p{N}]+/u);
    return words.every(
      (word) =>
        normalized.includes(word) ||
        (word.length >= MIN_TYPO_LENGTH && parts.some((each) => startsWithTypo(each, word))),
    );
  });
}

/** Whether a word begins with another one, but for one letter too many, too few, wrong or swapped. */
function startsWithTypo(text: string, word: string): boolean {
  const at = [...word].findIndex((letter, index) => letter !== text[index]);
  // The first letter is rarely wrong.
  if (at < 1) return false;
  const rest = text.slice(at);
  return (
    rest.startsWith(word.slice(at + 1)) ||
    rest.slice(1).startsWith(word.slice(at)) ||
    rest.slice(1).startsWith(word.slice(at + 1)) ||
    rest.startsWith(`${word[at + 1]}${word[at]}${word.slice(at + 2)}`)
  );
}

function wordsOf(search: string): string[] {
  return normalize(search).split(/\s+/);
}

function normalize(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
