import { expect, test } from 'vitest';
import { classNames } from './class-names.ts';

test('leaves out what does not apply', () => {
  expect(classNames('button', undefined, false, 'primary')).toBe('button primary');
  expect(classNames(undefined)).toBe('');
});
