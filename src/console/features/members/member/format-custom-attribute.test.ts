import { describe, expect, test } from 'vitest';
import { formatCustomAttribute } from './format-custom-attribute.ts';

describe('formatCustomAttribute', () => {
  test.each([
    ['New York 3', 'New York 3'],
    [1500.5, '1,500.5'],
    [['running', 39], 'running, 39'],
    [[], '(empty list)'],
    ['', '(empty text)'],
    [{ size: 'L' }, '{"size":"L"}'],
    [[{ size: 'L' }], '{"size":"L"}'],
    [true, 'true'],
    [null, 'null'],
    [undefined, '—'],
  ])('%j', (value, text) => expect(formatCustomAttribute(value)).toBe(text));
});
