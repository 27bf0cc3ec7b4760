import { describe, expect, test } from 'vitest';
import { attributesIn, profileGroups } from './personal-data-groups.ts';

const termsOf = (profile: Record<string, unknown>) =>
  profileGroups(profile).map(({ title, items }) => [
    title,
    items.map(({ term, value }) => `${term}: ${value}`),
  ]);

describe('groups of a profile', () => {
  test('have labels and values for people, in one form of dates', () => {
    expect(
      termsOf({
        first_name: 'Tomás',
        birthdate: '10/09/1997',
        gender: 'male',
        address_line1: 'Calle 1',
        status: 'active',
        enrolled_at: '2026-01-16T08:30:00.000Z',
        available_points: 2400,
        expiration_schedule: [{ expiration_date: '08/16/2027', points: 2400 }],
        first_purchase_date: '2026-02-03',
      }),
    ).toEqual([
      ['Person', ['First name: Tomás', 'Birthday: Oct 9, 1997', 'Gender: Male']],
      ['Contact', ['Address line 1: Calle 1']],
      ['Program', ['Status: Active', expect.stringMatching(/^Enrolled: Jan 16, 2026, /)]],
      [
        'Balance and purchases',
        [
          'Available points: 2,400 points',
          'Expiring points: 2,400 points on Aug 16, 2027',
          'First purchase: Feb 3, 2026',
        ],
      ],
    ]);
  });

  test('leave out what is empty, and end with fields that nobody knows', () => {
    expect(termsOf({ last_name: '', phone_number: null, shoe_size: 44 })).toEqual([
      ['Other', ['Shoe size: 44']],
    ]);
  });
});

test.each([{ custom_attributes: { visits: 3 } }, { custom_attributes: '{"visits":3}' }])(
  'custom attributes are read from %o',
  (profile) => {
    expect(attributesIn(profile)).toEqual([['visits', 3]]);
  },
);

test.each([{}, { custom_attributes: 'no JSON' }, { custom_attributes: null }])(
  'there are no custom attributes in %o',
  (profile) => {
    expect(attributesIn(profile)).toEqual([]);
  },
);
