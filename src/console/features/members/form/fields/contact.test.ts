import { expect, test } from 'vitest';
import { isSameContact, toContact } from './contact.ts';

test.each([
  ['email_address', ' Ada@Brand.test ', 'ada@brand.test'],
  ['email_address', 'ada@brand', undefined],
  ['phone_number', '+33 6 12 34 56 78', '+33-612345678'],
  ['phone_number', '555 010 2038', '+1-5550102038'],
  ['phone_number', '555010', undefined],
  ['phone_number', '', undefined],
  ['member_id', ' D-1 ', 'd-1'],
  ['member_id', ' ', undefined],
] as const)('%s %j is looked for as %j', (name, typed, contact) => {
  expect(toContact(name, typed)).toBe(contact);
});

test('contacts are the same whatever their case and format', () => {
  expect(isSameContact('email_address', 'ADA@brand.test', 'ada@brand.test')).toBe(true);
  expect(isSameContact('email_address', 'ada@brand.test', 'da@brand.test')).toBe(false);
  expect(isSameContact('phone_number', '+336-12345678', '+33-612345678')).toBe(true);
  expect(isSameContact('phone_number', '+33-612345679', '+33-612345678')).toBe(false);
  expect(isSameContact('phone_number', undefined, '+33-612345678')).toBe(false);
});
