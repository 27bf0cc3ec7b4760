import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCsv, unescapeCell } from '#services/platform/csv/csv.ts';

/** The cell in a file, as a spreadsheet reads it. */
const written = (text: string) => {
  const [[cell = ''] = []] = parse(toCsv([[text, 'end']])) as string[][];
  return cell;
};

describe('a cell that a spreadsheet would run', () => {
  const signs = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫'];
  const ignored = ['', ' ', '\u00a0', '\u2003', '\u3000', '\u200b', '\u200d', '\u2060', '\ufeff'];
  const lines = ['\n', '\r\n', '\u0085', '\u2028', '\0'];

  test.each(signs)('begins with an apostrophe, whatever is in front of %j', (sign) => {
    for (const space of [...ignored, ...lines, ' \n\u200b ']) {
      const text = `${space}${sign}1+1`;
      expect(written(text)).toBe(`'${text}`);
    }
  });

  test.each(['Ada', "O'Brien", "'Ada", 'a=1', '1-2', ' Ada', '', "'", '\n'])(
    'is not %j, which stays as it is',
    (text) => expect(written(text)).toBe(text),
  );
});

test('an import removes from any cell exactly what an export added', () => {
  const parts = fc.constantFrom(
    "'",
    '=',
    '＝',
    '-',
    '@',
    '\t',
    '\r',
    '\n',
    ' ',
    '\u200b',
    'a',
    '1',
  );
  const text = fc.oneof(
    fc.array(parts, { maxLength: 8 }).map((list) => list.join('')),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(text, (given) => {
      const cell = written(given);
      expect(unescapeCell(cell)).toBe(given);
      expect(cell).not.toMatch(/^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u);
    }),
  );
});
