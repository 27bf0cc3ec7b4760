import { expect, test } from 'vitest';
import { attributeLabel, formatAttributeValue, isTimestamp } from './format-attribute.ts';

test('attributeLabel splits names into words', () => {
  expect(attributeLabel('expires_at')).toBe('Expires at');
  expect(attributeLabel('mailToAddress')).toBe('Mail to address');
  expect(attributeLabel('external_id')).toBe('External ID');
  expect(attributeLabel('oauth_applications')).toBe('OAuth applications');
  expect(attributeLabel('ctas')).toBe('CTAs');
  expect(attributeLabel('_')).toBe('_');
});

test('attributeLabel names times as other pages do', () => {
  expect(attributeLabel('created_at')).toBe('Created');
  expect(attributeLabel('updated_at')).toBe('Last updated');
});

test('formatAttributeValue turns values into text', () => {
  expect(formatAttributeValue(null)).toBe('');
  expect(formatAttributeValue(false)).toBe('No');
  expect(formatAttributeValue(['a', 1, true])).toBe('a, 1, Yes');
  expect(formatAttributeValue([{ a: 1 }])).toBe('[{"a":1}]');
  expect(formatAttributeValue({ a: [1] })).toBe('{"a":[1]}');
});

test('isTimestamp rejects text that only contains a date', () => {
  expect(isTimestamp('2026-11-21T03:04:05.678Z')).toBe(true);
  expect(isTimestamp('2026-11-21')).toBe(false);
  expect(isTimestamp('at 2026-11-21T03:04:05Z')).toBe(false);
});
