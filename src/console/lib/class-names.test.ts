import { expect, test } from 'vitest';
import { classNames } from './class-names.ts';

test('classNames omits undefined and false', () => {
  expect(classNames('button', undefined, false, 'primary')).toBe('button primary');
  expect(classNames(undefined)).toBe('');
});
