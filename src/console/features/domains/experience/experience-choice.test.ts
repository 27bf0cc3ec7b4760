import { expect, test } from 'vitest';
import { NONE, OTHER, parseExperienceChoice } from './experience-choice.ts';

test('parseExperienceChoice accepts none, a known ID, or an entered whole number', () => {
  expect(parseExperienceChoice(NONE, '7')).toBeNull();
  expect(parseExperienceChoice('7', '')).toBe(7);
  expect(parseExperienceChoice(OTHER, ' 12 ')).toBe(12);
  expect(parseExperienceChoice(OTHER, '')).toBeUndefined();
  expect(parseExperienceChoice(OTHER, '1.5')).toBeUndefined();
  expect(parseExperienceChoice(OTHER, '-1')).toBeUndefined();
  expect(parseExperienceChoice(OTHER, '1234567890123456')).toBeUndefined();
});
