import { expect, test } from 'vitest';
import { findSimilarAttribute } from './similar-attribute.ts';

const IN_USE = ['shoe_size', 'Größe', 'Ärmel', '_'];

test.each([
  ['Shoe Size', 'shoe_size'],
  ['shoeSizes', 'shoe_size'],
  ['größe', 'Größe'],
  ['armel', 'Ärmel'],
  ['shoe_size', undefined],
  ['hat_size', undefined],
  ['-', undefined],
])('the attribute meant by %j is %j', (name, meant) => {
  expect(findSimilarAttribute(name, IN_USE)).toBe(meant);
});
