import { expect, test } from 'vitest';
import { findMatches } from './highlight-matches.tsx';

/** The text with its matches in brackets. */
function marked(text: string, q: string): string {
  const pieces: string[] = [];
  let position = 0;
  for (const { start, end } of findMatches(text, q)) {
    pieces.push(text.slice(position, start), `[${text.slice(start, end)}]`);
    position = end;
  }
  return [...pieces, text.slice(position)].join('');
}

test.each([
  ['Jane Doe', 'jan', '[Jan]e Doe'],
  ['Jane Doe', 'doe JANE', '[Jane] [Doe]'],
  ['Małgorzata Šķēle', 'malg skele', '[Małg]orzata [Šķēle]'],
  ['Me\u0301lanie', 'mel', '[Me\u0301l]anie'],
  ['Anna Strauß', 'strauss', 'Anna [Strauß]'],
  ["Conor O'Neil", 'oneil', "Conor [O'Neil]"],
  ["Conor O'Neil", 'neil', "Conor O'[Neil]"],
  ['rohan.deshpande35@example.test', 'deshpande rohan', '[rohan].[deshpande]35@example.test'],
  ['jane@example.test', 'jane@ex', '[jane@ex]ample.test'],
  ['Anna', 'an anna', '[Anna]'],
  ['𝒜nna 🙂 Berg', 'b', '𝒜nna 🙂 [B]erg'],
  ['Johanna', 'anna', 'Johanna'],
  ['Anna', '!', 'Anna'],
  ['Rohan Deshpande', 'deshpnde rohan', '[Rohan] [Deshpande]'],
  ["Conor O'Neill", 'neiil', "Conor O'[Neill]"],
  ["Conor O'Neil", 'oniel', "Conor [O'Neil]"],
  ['Jürgen Lindner', 'jurgne', '[Jürgen] Lindner'],
  ['jane@example.test', 'jnae@example.test', '[jane@example.test]'],
  ['anne@example.test', 'anna', 'anne@example.test'],
  ['Anna Hanne', 'anna', '[Anna] Hanne'],
  ['Jon', 'jan', 'Jon'],
])('findMatches in "%s" for "%s" gives "%s"', (text, q, expected) => {
  expect(marked(text, q)).toBe(expected);
});
