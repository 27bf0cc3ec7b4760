import { afterEach, expect, test, vi } from 'vitest';
import { listedFields } from './stored-display.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

function fieldsOf(columns: readonly string[] | undefined) {
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify({ columns }) });
  return listedFields('1');
}

test('the list asks only for fields that shown columns need', () => {
  expect(fieldsOf(undefined)).toBeUndefined();
  expect(fieldsOf(['email', 'tier'])).toBeUndefined();
  expect(fieldsOf(['address.city', 'email', 'address.state', 'next_expiration.points'])).toBe(
    'address,next_expiration',
  );
});

test('the list asks for custom attributes by key', () => {
  expect(fieldsOf(['custom_attributes.a,b', 'custom_attributes.color'])).toBe(
    'custom_attributes.a\\,b,custom_attributes.color',
  );
});

test('a column of another version is not asked for', () => {
  expect(fieldsOf(['password', 'revenue'])).toBe('revenue');
});
