import { describe, expect, test } from 'vitest';
import { eventSections, valueLabel } from './event-sections.ts';

describe('event sections', () => {
  test('contain one object each, the most relevant first, without empty values', () => {
    const data = {
      member_info: {
        aov: 7,
        member_id: 'M-1',
        deleted_date: null,
        member_tags: [],
        tier_info: { loyalty_tier_id: '1', loyalty_tier_name: 'Gold' },
        custom_attributes: {},
      },
      campaign_info: { campaign_name: 'Picnic', promotion_info: { promotion_id: 'P-1' } },
    };
    const sections = eventSections(data);
    expect(sections).toEqual([
      { title: 'Campaign', attributes: { campaign_name: 'Picnic' } },
      { title: 'Tier', attributes: { loyalty_tier_id: '1', loyalty_tier_name: 'Gold' } },
      { title: 'Member at the time', attributes: { member_id: 'M-1', aov: 7 } },
      { title: 'Promotion', attributes: { promotion_id: 'P-1' } },
    ]);
    expect(Object.keys(sections[1]?.attributes ?? {})).toEqual([
      'loyalty_tier_name',
      'loyalty_tier_id',
    ]);
    expect(Object.keys(sections[2]?.attributes ?? {})).toEqual(['member_id', 'aov']);
  });

  test('include data of unknown event types, but nothing that is not an object', () => {
    expect(eventSections({ points: 7, shop_info: { name: 'North' } })).toEqual([
      { title: 'Data', attributes: { points: 7 } },
      { title: 'Shop info', attributes: { name: 'North' } },
    ]);
    for (const data of [null, 'text', ['a']]) expect(eventSections(data)).toEqual([]);
  });

  test('omit the qualified points repeated under a misspelled name', () => {
    const tier = (points: number) => ({ qualified_points: points, qualifid_points: 7 });
    expect(eventSections(tier(7))).toEqual([
      { title: 'Data', attributes: { qualified_points: 7 } },
    ]);
    expect(eventSections(tier(8))[0]?.attributes).toEqual(tier(8));
  });
});

test.each([
  ['points_onhold', 'Data', 'Points on hold'],
  ['number_of_purchases', 'Data', 'Number of purchases'],
  ['shoe_size', 'Custom attributes', 'shoe_size'],
])('the label of %s in %s is %s', (name, title, label) => {
  expect(valueLabel(name, { title, attributes: {} })).toBe(label);
});
