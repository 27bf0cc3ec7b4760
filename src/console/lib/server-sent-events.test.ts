import { expect, test } from 'vitest';
import { createEventParser } from './server-sent-events.ts';

const STREAM =
  ': connected\nid: 6\n\nevent: webhook-event\nid: 7\ndata: {"id":\ndata:"a: b"}\n\n: still here\n\n';
const EVENTS = [
  { id: '6', name: 'message', data: undefined },
  { id: '7', name: 'webhook-event', data: '{"id":\n"a: b"}' },
  { id: undefined, name: 'message', data: undefined },
];

test('reads places, names, data of several lines, and comments', () => {
  expect(createEventParser()(STREAM)).toEqual(EVENTS);
});

test.each([1, 2, 3, 7, 20])('pieces of %i letters make no difference', (size) => {
  const parse = createEventParser();
  const found = [];
  for (let at = 0; at < STREAM.length; at += size)
    found.push(...parse(STREAM.slice(at, at + size)));
  expect(found).toEqual(EVENTS);
});

test('lines may end with a carriage return and line feed, cut in two as well', () => {
  const parse = createEventParser();
  const text = STREAM.replaceAll('\n', '\r\n');
  const found = [...text].flatMap((letter) => parse(letter));
  expect(found).toEqual(EVENTS);
});

test('what is not complete yet is held back', () => {
  const parse = createEventParser();
  expect(parse('data: half')).toEqual([]);
  expect(parse('\n\n')).toEqual([{ id: undefined, name: 'message', data: 'half' }]);
});
