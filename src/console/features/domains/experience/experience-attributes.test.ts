import { describe, expect, test } from 'vitest';
import {
  experienceAttributes,
  isDraftPublished,
  otherExperienceAttributes,
  publicAddress,
  publishedLanguages,
  publishedSections,
  submissionsTotal,
} from './experience-attributes.ts';

const hero = { sectionType: 'hero', data: { content: { heading: 'Win' } } };
const form = { sectionType: 'form', data: { content: {} } };
const both = (part: unknown) => ({ draft: part, published: part });

const experience = {
  id: '1',
  type: 'experience',
  attributes: {
    title: 'Win a summer outdoors',
    status: 'a status that nobody knew',
    noindex: 'not a boolean',
    maximum_image_size: 10,
    later_attribute: true,
    data: {
      ...both([hero, form]),
      locales: both([
        { value: 'de', isDefault: false },
        { value: 'en', isDefault: true },
      ]),
      translations: both({ en: {} }),
      customFonts: both({}),
    },
  },
  relationships: { submissions: { data: [], meta: { total: 1204, count: 0 } } },
  links: { public: 'https://win.example.com/summer' },
};

describe('an experience as it came', () => {
  test('tells what it has, and nothing of what is left out or odd', () => {
    expect(experienceAttributes(experience)).toEqual({
      title: 'Win a summer outdoors',
      status: 'a status that nobody knew',
      maximum_image_size: 10,
    });
    expect(otherExperienceAttributes(experience)).toEqual({ later_attribute: true });
    expect(publicAddress(experience)).toBe('https://win.example.com/summer');
    expect(submissionsTotal(experience)).toBe(1204);
  });

  test('has its sections in order, and its languages by name with the default first', () => {
    expect(publishedSections(experience)).toEqual(['hero', 'form']);
    expect(publishedLanguages(experience)).toEqual(['English', 'German']);
  });

  test('is published as drafted, until a part of the draft differs', () => {
    expect(isDraftPublished(experience)).toBe(true);
    const { data } = experience.attributes;
    const changed = { ...experience, attributes: { data: { ...data, draft: [hero] } } };
    expect(isDraftPublished(changed)).toBe(false);
    const translated = { ...data, translations: { draft: { en: { a: 'b' } }, published: {} } };
    expect(isDraftPublished({ ...experience, attributes: { data: translated } })).toBe(false);
  });
});

test('an experience without attributes is empty, not a fault', () => {
  const bare = { id: '1', type: 'experience' };
  expect(publishedSections(bare)).toEqual([]);
  expect(publishedLanguages(bare)).toEqual([]);
  expect(isDraftPublished(bare)).toBeUndefined();
  expect(submissionsTotal(bare)).toBeUndefined();
  expect(publicAddress(bare)).toBeUndefined();
});
