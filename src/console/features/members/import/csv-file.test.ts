import { expect, test } from 'vitest';
import { readCsvHead, withHeader } from './csv-file.ts';

const fileOf = (...parts: (string | Uint8Array<ArrayBuffer>)[]) => new File(parts, 'members.csv');

test.each([
  ['member_id,name\nM-1,Ada\n', 'comma'],
  ['member_id;name\r\nM-1;Ada\r\n', 'semicolon'],
  ['\ufeffmember_id\tname\nM-1\tAda', 'tab'],
])('%j is read with its delimiter, and sent with another header', async (text, delimiter) => {
  const file = fileOf(text);
  const head = await readCsvHead(file);
  expect(head).toMatchObject({
    delimiter,
    header: ['member_id', 'name'],
    samples: [['M-1', 'Ada']],
  });
  const sent = await withHeader(file, head, ['member_id', 'first_name']).text();
  expect(sent).toBe(text.replace('\ufeff', '').replace('name', 'first_name'));
});

test('a header may contain line breaks, quotes and accents', async () => {
  const file = fileOf('"Prénom\n(1)","a ""b"""\nÉmile,2\n');
  const head = await readCsvHead(file);
  expect(head.header).toEqual(['Prénom\n(1)', 'a "b"']);
  expect(await withHeader(file, head, ['first_name', 'a, b']).text()).toBe(
    'first_name,"a, b"\nÉmile,2\n',
  );
});

test.each([
  ['', 'The file is empty'],
  ['member_id,name\n', 'The file has no rows'],
  [new Uint8Array([0x50, 0x4b, 3, 4, 0]), 'This is a workbook, not a CSV file'],
  [new Uint8Array([0x6e, 0xe9, 0x0a, 0x41]), 'The file is not UTF-8'],
  ['a\0b\nc', 'This is not a CSV file'],
])('%j can not be imported: %s', async (content, message) => {
  await expect(readCsvHead(fileOf(content))).rejects.toThrow(message);
});
