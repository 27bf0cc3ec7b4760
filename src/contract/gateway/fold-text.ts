/** Letters that Unicode does not decompose, as `unaccent` would write them. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  '’': "'",
};

/** Text without case and accents, as the directory compares it (decisions.md, 42). */
export function foldText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\0', '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþħı’]/g, (letter) => LETTERS[letter] ?? letter)
    .trim();
}
