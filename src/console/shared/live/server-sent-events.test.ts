import { expect, test } from 'vitest';
import { createEventParser } from './server-sent-events.ts';

const STREAM =
  ': connected\nid: 6\n\nevent: webhook-event\nid: 7\ndata: {"id":\ndata:"a: b"}\n\n: still here\n\n';
const EVENTS = [
  { id: '6', name: 'message', data: undefined },
  { id: '7', name: 'webhook-event', data: '{"id":\n"a: b"}' },
  { id: undefined, name: 'message', data: undefined },
];

test('event parser reads ids, event types, multiline data and comments', () => {
  expect(createEventParser()(STREAM)).toEqual(EVENTS);
});

test.each([1, 2, 3, 7, 20])('event parser accepts chunks of %i characters', (size) => {
  const parse = createEventParser();
  const events = [];
  for (let at = 0; at < STREAM.length; at += size)
    events.push(...parse(STREAM.slice(at, at + size)));
  expect(events).toEqual(EVENTS);
});

test('event parser accepts CRLF, also split across chunks', () => {
  const parse = createEventParser();
  const text = STREAM.replaceAll('\n', '\r\n');
  const events = [...text].flatMap((letter) => parse(letter));
  expect(events).toEqual(EVENTS);
});

test('event parser waits for the end of a block', () => {
  const parse = createEventParser();
  expect(parse('data: half')).toEqual([]);
  expect(parse('\n\n')).toEqual([{ id: undefined, name: 'message', data: 'half' }]);
});
