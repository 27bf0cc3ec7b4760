import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCsvRows, writeCsvRow } from './csv-rows.ts';

const cell = fc.string({ unit: fc.constantFrom('a', 'é', ' ', '"', ',', ';', '\t', '\n', '\r') });
const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 });

test('rows are read as they were written, with any delimiter and line break', () => {
  const lineBreak = fc.constantFrom('\n', '\r\n');
  fc.assert(
    fc.property(rows, fc.constantFrom(',', ';', '\t'), lineBreak, (written, delimiter, end) => {
      const text = written.map((cells) => writeCsvRow(cells, delimiter) + end).join('');
      const isBlank = (cells: readonly string[]) => cells.length === 1 && cells[0] === '';
      expect(readCsvRows(text, delimiter, 9).map(({ cells }) => cells)).toEqual(
        written.filter((cells) => !isBlank(cells)),
      );
    }),
  );
});

test('reading any text as rows ends', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r') }), (text) => {
      for (const { end } of readCsvRows(text, ',', 10))
        expect(end).toBeLessThanOrEqual(text.length);
    }),
  );
});

test.each([
  ['a,"b\nc', [['a', 'b\nc']]],
  ['a,"b"c,d', [['a', 'bc', 'd']]],
  ['a,', [['a', '']]],
  ['a\r\r\nb', [['a'], ['b']]],
])('the rows of %j', (text, cells) => {
  expect(readCsvRows(text, ',', 9).map((row) => row.cells)).toEqual(cells);
});

test('the end of a row is where the next one begins', () => {
  const text = '\r\n"a\n""",b\r\nc';
  expect(readCsvRows(text, ',', 1)[0]?.end).toBe(text.indexOf('c'));
});
