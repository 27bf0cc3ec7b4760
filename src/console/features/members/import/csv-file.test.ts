import { expect, test } from 'vitest';
import { readCsvHead, withHeader } from './csv-file.ts';

const textOf = async (blob: Promise<Blob>) => (await blob).text();
const fileOf = (...parts: (string | Uint8Array<ArrayBuffer>)[]) => new File(parts, 'members.csv');

test.each([
  ['member_id,name\nM-1,Ada\n', 'comma'],
  ['member_id;name\r\nM-1;Ada\r\n', 'semicolon'],
  ['\ufeffmember_id\tname\nM-1\tAda', 'tab'],
  ['\n\nmember_id,name\rM-1,Ada\r', 'comma'],
])('%j is read with its delimiter, and sent with another header', async (text, delimiter) => {
  const file = fileOf(text);
  const head = await readCsvHead(file);
  expect(head).toMatchObject({
    delimiter,
    header: ['member_id', 'name'],
    samples: [['M-1', 'Ada']],
  });
  const sent = await textOf(withHeader(file, head, ['member_id', 'first_name']));
  expect(sent).toBe(text.replace(/^[\ufeff\n]+/, '').replace('name', 'first_name'));
});

test('a header may contain line breaks, quotes and accents', async () => {
  const file = fileOf('"Prénom\n(1)","a ""b"""\nÉmile,2\n');
  const head = await readCsvHead(file);
  expect(head.header).toEqual(['Prénom\n(1)', 'a "b"']);
  expect(await textOf(withHeader(file, head, ['first_name', 'a, b']))).toBe(
    'first_name,"a, b"\nÉmile,2\n',
  );
});

test.each([
  ['', 'The file is empty'],
  ['member_id,name\n', 'The file has no rows'],
  [new Uint8Array([0x50, 0x4b, 3, 4, 0]), 'This is a workbook, not a CSV file'],
  ['sep=|\na|b\nc|d', 'The file has another delimiter'],
  ['a\0b\nc', 'This is not a CSV file'],
])('%j can not be imported: %s', async (content, message) => {
  await expect(readCsvHead(fileOf(content))).rejects.toThrow(message);
});

test("Excel's line for the delimiter is not the header, and is not sent", async () => {
  const file = fileOf('\ufeffsep=;\r\nmember_id;first, name\r\nM-1;"A;da"\r\n');
  const head = await readCsvHead(file);
  expect(head).toMatchObject({
    delimiter: 'semicolon',
    header: ['member_id', 'first, name'],
    samples: [['M-1', 'A;da']],
  });
  expect(await textOf(withHeader(file, head, ['member_id', 'first_name']))).toBe(
    'member_id;first_name\r\nM-1;"A;da"\r\n',
  );
});

test.each([
  ['little-endian', (code: number) => [code % 256, Math.floor(code / 256)]],
  ['big-endian', (code: number) => [Math.floor(code / 256), code % 256]],
])('a file in %s UTF-16 is sent in UTF-8', async (_order, toBytes) => {
  const text = '\ufeffmember_id\tprénom\r\nM-1\tZoë\r\n';
  const file = fileOf(Uint8Array.from(text.split('').flatMap((c) => toBytes(c.charCodeAt(0)))));
  const head = await readCsvHead(file);
  expect(head).toMatchObject({ delimiter: 'tab', header: ['member_id', 'prénom'] });
  expect(await textOf(withHeader(file, head, ['member_id', 'first_name']))).toBe(
    'member_id\tfirst_name\r\nM-1\tZoë\r\n',
  );
});

test('a file in Windows-1252 is sent in UTF-8, with its accented words to check', async () => {
  const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
  const file = fileOf(latin('member_id,prénom\nM-1,Émile\nM-2,Zoë\n'));
  const head = await readCsvHead(file);
  expect(head).toMatchObject({
    encoding: 'windows-1252',
    header: ['member_id', 'prénom'],
    accentedNames: ['prénom', 'Émile', 'Zoë'],
  });
  expect(await textOf(withHeader(file, head, ['member_id', 'custom_attributes.é']))).toBe(
    'member_id,custom_attributes.é\nM-1,Émile\nM-2,Zoë\n',
  );
});
