import type { ReactNode } from 'react';
import { foldText } from '#contract/gateway/fold-text.ts';
import styles from './highlight-matches.module.css';

/** A text with the parts marked that a search found. */
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
 * Case, accents and punctuation are ignored, as the directory does.
 */
export function findMatches(text: string, q: string): Match[] {
  const searched = foldText(q)
    .split(/\s+/)
    .map((word) => lettersOf(word))
    .filter((word) => word !== '');
  const matches = tokenize(text).flatMap((word) =>
    searched.flatMap((term) =>
      word.parts
        .filter((at) => word.folded.startsWith(term, at))
        .map((at) => ({
          start: word.letters[at]?.start ?? 0,
          end: word.letters[at + term.length - 1]?.end ?? 0,
        })),
    ),
  );
  return mergeOverlaps(matches);
}

interface FoldedWord {
  /** Letters and digits without case and accents. */
  folded: string;
  /** Where each of them is in the text. */
  letters: Match[];
  /** The indexes of those that begin a part. */
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
    if (/\s/.test(character)) word = undefined;
    else if (folded !== '') {
      if (!word) {
        word = { folded: '', letters: [], parts: [] };
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
