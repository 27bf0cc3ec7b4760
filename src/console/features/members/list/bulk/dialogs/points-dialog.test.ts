import { expect, test } from 'vitest';
import { describeAdjustment } from './points-dialog.tsx';

test('an adjustment of many members says what it adds or deducts in all', () => {
  expect(describeAdjustment(50, 100)).toBe('Adds 5,000 points in all.');
  expect(describeAdjustment(-20, 3)).toBe(
    'Deducts up to 60 points in all. Members with fewer than 20 keep theirs, and are listed in the results.',
  );
});
