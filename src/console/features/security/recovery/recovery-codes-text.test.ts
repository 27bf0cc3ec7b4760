import { expect, test } from 'vitest';
import { recoveryCodesText } from './recovery-codes-text.ts';

test('recoveryCodesText has a heading and one code per line', () => {
  const text = recoveryCodesText(['aaaaa-bbbbb', 'ccccc-ddddd'], 'a@b.test', new Date(0));
  expect(text).toMatch(/^Patron recovery codes for a@b\.test, created /);
  expect(text.split('\n').slice(-3)).toEqual(['aaaaa-bbbbb', 'ccccc-ddddd', '']);
});
