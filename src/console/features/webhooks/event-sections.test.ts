import { expect, test } from 'vitest';
import { eventSections } from './event-sections.ts';

test('each object is a section, and what says nothing is left out', () => {
  const data = {
    campaign_info: { campaign_name: 'Picnic', promotion_info: { promotion_id: 'P-1' } },
    member_info: {
      member_id: 'M-1',
      deleted_date: null,
      member_tags: [],
      tier_info: { loyalty_tier_name: 'Gold' },
      custom_attributes: {},
    },
  };
  expect(eventSections(data)).toEqual([
    { title: 'Campaign', attributes: { campaign_name: 'Picnic' } },
    { title: 'Promotion', attributes: { promotion_id: 'P-1' } },
    { title: 'Member at that time', attributes: { member_id: 'M-1' } },
    { title: 'Tier', attributes: { loyalty_tier_name: 'Gold' } },
  ]);
});

test('data of an unknown type is shown too, and what is no object is left to the raw JSON', () => {
  expect(eventSections({ points: 7, shop_info: { name: 'North' } })).toEqual([
    { title: 'Data', attributes: { points: 7 } },
    { title: 'Shop info', attributes: { name: 'North' } },
  ]);
  for (const data of [null, 'text', ['a']]) expect(eventSections(data)).toEqual([]);
});
