import { expect, test } from 'vitest';
import { attributeLabel, formatAttributeValue, isTimestamp } from './format-attribute.ts';

test('names become words', () => {
  expect(attributeLabel('created_at')).toBe('Created at');
  expect(attributeLabel('replyToAddress')).toBe('Reply to address');
  expect(attributeLabel('external_id')).toBe('External ID');
  expect(attributeLabel('_')).toBe('_');
});

test('values become text', () => {
  expect(formatAttributeValue(null)).toBe('');
  expect(formatAttributeValue(false)).toBe('No');
  expect(formatAttributeValue(['a', 1, true])).toBe('a, 1, Yes');
  expect(formatAttributeValue([{ a: 1 }])).toBe('[{"a":1}]');
  expect(formatAttributeValue({ a: [1] })).toBe('{"a":[1]}');
});

test('moments are told from text that holds a date', () => {
  expect(isTimestamp('2026-11-21T03:04:05.678Z')).toBe(true);
  expect(isTimestamp('2026-11-21')).toBe(false);
  expect(isTimestamp('at 2026-11-21T03:04:05Z')).toBe(false);
});
