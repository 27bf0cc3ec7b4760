import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePhone } from './phone.ts';

test.each([
  ['+1-5550100200', '+1-5550100200'],
  ['+44-2079460958', '+44-2079460958'],
  ['5550100200', '+1-5550100200'],
  ['(555) 010-0200', '+1-5550100200'],
  ['555.010.0200', '+1-5550100200'],
  ['+1-555-010-0200', '+1-5550100200'],
  ['+15550100200', '+1-5550100200'],
  ['+442079460958', '+44-2079460958'],
  ['+49 30 901820', '+49-30901820'],
  ['+358 40 1234567', '+358-401234567'],
  ['+7 495 1234567', '+7-4951234567'],
  ['0033612345678', '+33-612345678'],
  ['00 33 6 12 34 56 78', '+33-612345678'],
  ['00-33-612345678', '+33-612345678'],
])('the phone number %s is normalized to %s', (text, phone) => {
  expect(parsePhone(text)).toEqual({ ok: true, value: phone });
});

test.each([
  '',
  'home',
  '+',
  '+1-',
  '+1-123',
  '123',
  '+0-5550100200',
  '+05550100200',
  '00',
  '000123456',
  '++15550100200',
  '555-CALL-NOW',
  '+1-1234567890123456',
  '1234567890123456',
])('%j is not a phone number', (text) => {
  expect(parsePhone(text).ok).toBe(false);
});

test('a normalized phone number stays the same', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\+?[1-9][\d -]{3,15}$/), (text) => {
      const first = parsePhone(text);
      fc.pre(first.ok);
      expect(parsePhone(first.value)).toEqual(first);
    }),
  );
});
