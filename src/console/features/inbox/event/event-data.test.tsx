import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Member } from '#contract/loyalty/members/member.ts';
import { EventData } from './event-data.tsx';

const show = (data: unknown, member?: Member, type = 'event_of_tomorrow') =>
  renderToStaticMarkup(
    <EventData {...{ type, data, member }} previousTier="Bronze" isMemberLoading={false} />,
  );

describe('event data', () => {
  test('formats known values, but not custom attributes', () => {
    const custom_attributes = { birth_year: 1990, gold_points: 1200 };
    const data = { member_info: { available_points: 1200, gender: 'male', custom_attributes } };
    const shown = show(data);
    for (const text of ['>1,200 points<', '>Male<', '>1990<', '>1200<']) {
      expect(shown).toContain(text);
    }
  });

  test('shows ids as code, but not custom attributes', () => {
    const custom_attributes = { paid: 'yes', store_id: 'S-1' };
    const data = { campaign_info: { campaign_ID: 'C-1', member_info: { custom_attributes } } };
    const shown = show(data);
    expect(shown).toContain('<code>C-1</code>');
    expect(shown).not.toContain('<code>yes');
    expect(shown).not.toContain('<code>S-1');
  });

  test('shows the tier of an upgrade first, then what has changed, then all of the member', () => {
    const tier_info = { loyalty_tier_name: 'Silver', qualified_points: 1330 };
    const data = { member_info: { available_points: 1200, aov: 7, tier_info } };
    const member: Member = {
      id: '1',
      member_id: 'M-1',
      member_status: 'active',
      available_points: 1450,
      aov: 7,
      tier_info: { loyalty_tier_name: 'Gold', qualified_points: 1330 },
    };
    const text = show(data, member, 'event_member_tierupgrade').replaceAll(/<[^>]+>/g, '|');
    expect(text).toMatch(/^\|+Tier\|+Silver\| from Bronze\|+1,330 qualified points\|/);
    const [changes, all] = text.split('All values at the time');
    expect(changes).toMatch(/Available points\|+1,200 points \|now 1,450 points\|/);
    expect(changes).toMatch(/Tier\|+Silver \|now Gold\|/);
    expect(changes).not.toContain('Average order');
    expect(all).toContain('Average order');
    expect(show(data, { ...member, ...data.member_info })).toContain('Nothing has changed since.');
  });
});
