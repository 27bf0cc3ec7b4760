import type { ReactNode } from 'react';
import { foldText } from '#contract/gateway/fold-text.ts';
import { typoMatcher } from '#contract/gateway/match-typos.ts';
import styles from './highlight-matches.module.css';

export function highlightMatches(text: string, q: string | undefined): ReactNode {
  const matches = q === undefined ? [] : findMatches(text, q);
  if (matches.length === 0) return text;
  return [
    ...matches.flatMap(({ start, end }, index) => [
      text.slice(matches[index - 1]?.end ?? 0, start),
      <mark key={start} className={styles.match}>
        {text.slice(start, end)}
      </mark>,
    ]),
    text.slice(matches.at(-1)?.end),
  ];
}

interface Match {
  readonly start: number;
  readonly end: number;
}

/**
 * Where words of a search begin a word of a text, or a part of one after a hyphen, dot or apostrophe.
 * If a search term is a prefix of no word, its typo matches are marked instead. Case, accents and
 * punctuation are ignored, as the directory does.
 */
export function findMatches(text: string, q: string): Match[] {
  const words = tokenize(text);
  const terms = foldText(q)
    .split(/\s+/)
    .filter((term) => lettersOf(term) !== '');
  return mergeOverlaps(
    terms.flatMap((term) => {
      const beginnings = words.flatMap((word) => findBeginnings(word, lettersOf(term)));
      return beginnings.length > 0 ? beginnings : words.flatMap((word) => findTypos(word, term));
    }),
  );
}

/** The parts of a word that begin with some letters. */
function findBeginnings(word: FoldedWord, letters: string): Match[] {
  return word.parts
    .filter((at) => word.folded.startsWith(letters, at))
    .map((at) => between(word, at, at + letters.length));
}

/** The word, or those of its parts, that the search term may be a typo of. An email address has no parts. */
function findTypos(word: FoldedWord, term: string): Match[] {
  const length = word.folded.length;
  if (word.text.includes('@')) {
    return typoMatcher(term)(foldText(word.text)) ? [between(word, 0, length)] : [];
  }
  const isTypo = typoMatcher(lettersOf(term));
  if (isTypo(word.folded)) return [between(word, 0, length)];
  return word.parts
    .map((at, index) => [at, word.parts[index + 1] ?? length] as const)
    .filter(([at, end]) => isTypo(word.folded.slice(at, end)))
    .map(([at, end]) => between(word, at, end));
}

/** The place in the text of some letters of a word. */
function between({ letters }: FoldedWord, from: number, to: number): Match {
  return { start: letters[from]?.start ?? 0, end: letters[to - 1]?.end ?? 0 };
}

interface FoldedWord {
  text: string;
  /** Letters and digits without case and accents. */
  folded: string;
  /** Where each of them is in the text. */
  letters: Match[];
  /** The indexes of the letters that begin a part. */
  parts: number[];
}

function tokenize(text: string): FoldedWord[] {
  const words: FoldedWord[] = [];
  let word: FoldedWord | undefined;
  let isPartStart = true;
  let start = 0;
  for (const character of text) {
    const end = start + character.length;
    const folded = lettersOf(foldText(character));
    const isSpace = /\s/.test(character);
    if (word && !isSpace) word.text += character;
    if (isSpace) word = undefined;
    else if (folded !== '') {
      if (!word) {
        word = { text: character, folded: '', letters: [], parts: [] };
        words.push(word);
        isPartStart = true;
      }
      if (isPartStart) word.parts.push(word.letters.length);
      isPartStart = false;
      word.folded += folded;
      // One letter may become several: ß is found as ss.
      for (const _ of folded.split('')) word.letters.push({ start, end });
    } else if (/\p{M}/u.test(character)) {
      const letter = word?.letters.pop();
      if (letter) word?.letters.push({ ...letter, end });
    } else isPartStart = true;
    start = end;
  }
  return words;
}

const lettersOf = (folded: string) => folded.replace(/[^\p{L}\p{N}]/gu, '');

function mergeOverlaps(matches: readonly Match[]): Match[] {
  const merged: Match[] = [];
  for (const match of matches.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && match.start <= last.end) {
      merged.splice(-1, 1, { start: last.start, end: Math.max(last.end, match.end) });
    } else merged.push(match);
  }
  return merged;
}
