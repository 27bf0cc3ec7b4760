import { expect, test } from 'vitest';
import { chosenExperienceId, NONE, OTHER } from './experience-choice.ts';

test('reads what was chosen or typed', () => {
  expect(chosenExperienceId(NONE, '7')).toBeNull();
  expect(chosenExperienceId('7', '')).toBe(7);
  expect(chosenExperienceId(OTHER, ' 12 ')).toBe(12);
  expect(chosenExperienceId(OTHER, '')).toBeUndefined();
  expect(chosenExperienceId(OTHER, '1.5')).toBeUndefined();
  expect(chosenExperienceId(OTHER, '-1')).toBeUndefined();
  expect(chosenExperienceId(OTHER, '1234567890123456')).toBeUndefined();
});
