import { expect, test } from 'vitest';
import { describeAdjustment } from './points-dialog.tsx';

test('an adjustment of many members says how it changes each balance, and their sum', () => {
  expect(describeAdjustment(50, 100)).toBe('Adds 5,000 points in all. Each balance rises by 50.');
  expect(describeAdjustment(-20, 3)).toBe(
    'Deducts up to 60 points in all. Each balance falls by 20. Members with fewer than 20 keep theirs, and are listed in the results.',
  );
});
