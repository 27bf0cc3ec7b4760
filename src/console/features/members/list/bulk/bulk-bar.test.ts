import { expect, test } from 'vitest';
import { selectionLimitReason } from './bulk-bar.tsx';

test('selectionLimitReason says what can be selected instead of more than 10,000 members', () => {
  expect(selectionLimitReason(10_000, 48_213)).toBeUndefined();
  expect(selectionLimitReason(10_001, 48_213)).toBe(
    'You can select up to 10,000 members individually. To include more, select all 48,213 matching members.',
  );
});
