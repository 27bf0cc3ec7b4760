import { expect, test } from 'vitest';
import type { Account } from '#contract/advocacy/accounts.ts';
import { metaAttributes, otherAttributes } from './account-attributes.ts';

test('otherAttributes returns attributes beyond the specification', () => {
  const attributes = { name: 'Shop', verified: true } as unknown as Account['attributes'];
  expect(otherAttributes(attributes)).toEqual({ verified: true });
});

test('metaAttributes accepts any value', () => {
  expect(metaAttributes(undefined)).toEqual({});
  expect(metaAttributes({ plan: 'plus' })).toEqual({ plan: 'plus' });
  expect(metaAttributes(['a'])).toEqual({ meta: ['a'] });
  expect(metaAttributes('x')).toEqual({ meta: 'x' });
});
