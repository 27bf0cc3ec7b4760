import { expect, test } from 'vitest';
import type { Domain } from '#contract/advocacy/domains.ts';
import { defaultExperience, knownExperiences } from './known-experiences.ts';

function domain(experienceId: string | null): Domain {
  return {
    id: '1',
    type: 'domain',
    attributes: { name: 'a.example', status: 'valid', created_at: '', updated_at: '' },
    relationships: {
      default_experience: { data: experienceId ? { type: 'experience', id: experienceId } : null },
    },
  };
}

test('knownExperiences uses the title, else the name or ID', () => {
  expect(knownExperiences([{ type: 'experience', id: '4', attributes: { title: 3 } }])).toEqual([
    { id: '4', title: 'Experience 4' },
  ]);
  expect(
    knownExperiences([{ type: 'experience', id: '5', attributes: { name: 'Summer' } }]),
  ).toEqual([{ id: '5', title: 'Summer' }]);
  expect(knownExperiences([{ type: 'team', id: '4' }])).toEqual([]);
  expect(knownExperiences(undefined)).toEqual([]);
});

test('defaultExperience falls back to the ID of an unknown experience', () => {
  const known = [{ id: '4', title: 'Summer' }];
  expect(defaultExperience(domain('4'), known)?.title).toBe('Summer');
  expect(defaultExperience(domain('5'), known)?.title).toBe('Experience 5');
  expect(defaultExperience(domain(null), known)).toBeUndefined();
});
