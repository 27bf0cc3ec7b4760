import { expect, test } from 'vitest';
import { parseEmailAddress } from './email-address.ts';

test.each([
  'name@example.com',
  'Ada.Marsh+club@sub.example.co.uk',
  "o'brien@example.com",
  'r&d/sales@example.com',
  'user%shop!de@example.com',
  'info@xn--mnchen-3ya.xn--p1ai',
  `${'a'.repeat(64)}@example.com`,
  `a@${'b'.repeat(63)}.com`,
  `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com`,
])('%s is an email address', (address) => {
  expect(parseEmailAddress(address)).toEqual({ ok: true, value: address });
});

test.each([
  '',
  'name',
  '@example.com',
  'name@',
  'name@example',
  'name@@example.com',
  'a@b@example.com',
  '.name@example.com',
  'name.@example.com',
  'na..me@example.com',
  'na me@example.com',
  ' name@example.com',
  'name@example.com ',
  'name@example.com,other@example.com',
  'name@example..com',
  'name@.example.com',
  'name@example.com.',
  'name@-example.com',
  'name@exam_ple.com',
  'name@example.c',
  'name@192.0.2.1',
  'name@[192.0.2.1]',
  'näme@example.com',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b'.repeat(64)}.com`,
  `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(58)}.com`,
])('%j is not an email address', (address) => {
  expect(parseEmailAddress(address).ok).toBe(false);
});
