import { describe, expect, test } from 'vitest';
import {
  experienceAttributes,
  isDraftPublished,
  languageLabels,
  otherExperienceAttributes,
  publicUrl,
  sectionLabels,
  submissionsTotal,
} from './experience-attributes.ts';

const hero = { sectionType: 'hero', data: { content: { heading: 'Win' } } };
const form = { sectionType: 'form', data: { content: {} } };
const both = (content: unknown) => ({ draft: content, published: content });

const experience = {
  id: '1',
  type: 'experience',
  attributes: {
    title: 'Win a summer outdoors',
    status: 'unknown',
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

describe('experience attributes', () => {
  test('omit missing and malformed attributes', () => {
    expect(experienceAttributes(experience)).toEqual({
      title: 'Win a summer outdoors',
      status: 'unknown',
      maximum_image_size: 10,
    });
    expect(otherExperienceAttributes(experience)).toEqual({ later_attribute: true });
    expect(publicUrl(experience)).toBe('https://win.example.com/summer');
    expect(submissionsTotal(experience)).toBe(1204);
  });

  test('list the published sections in order and the default language first', () => {
    expect(sectionLabels(experience, 'published')).toEqual(['Hero', 'Form']);
    expect(languageLabels(experience, 'published')).toEqual(['English', 'German']);
  });

  test('are published until a part of the draft differs', () => {
    expect(isDraftPublished(experience)).toBe(true);
    const { data } = experience.attributes;
    const changed = { ...experience, attributes: { data: { ...data, draft: [hero] } } };
    expect(isDraftPublished(changed)).toBe(false);
    const translated = { ...data, translations: { draft: { en: { a: 'b' } }, published: {} } };
    expect(isDraftPublished({ ...experience, attributes: { data: translated } })).toBe(false);
  });
});

test('a section or language that cannot be read costs no other', () => {
  const data = {
    ...both([null, hero, { sectionType: 7 }]),
    locales: both(['en', { value: 'de' }]),
  };
  const unusual = { id: '1', type: 'experience', attributes: { data } };
  expect(sectionLabels(unusual, 'draft')).toEqual(['Hero']);
  expect(languageLabels(unusual, 'draft')).toEqual(['German']);
});

test('an experience without attributes is empty', () => {
  const bare = { id: '1', type: 'experience' };
  expect(sectionLabels(bare, 'draft')).toEqual([]);
  expect(languageLabels(bare, 'published')).toEqual([]);
  expect(isDraftPublished(bare)).toBeUndefined();
  expect(submissionsTotal(bare)).toBeUndefined();
  expect(publicUrl(bare)).toBeUndefined();
});
