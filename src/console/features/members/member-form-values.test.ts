import { describe, expect, test } from 'vitest';
import { createMemberSchema } from '#contract/loyalty/member-input.ts';
import { memberChanges, NEW_MEMBER, newMemberBody, toFormValues } from './member-form-values.ts';

const member = {
  id: '1',
  member_id: 'M-1',
  member_status: 'active',
  first_name: 'Ines',
  birthdate: '1904-02-09T00:00:00Z',
  anniversary_date: '1988-02-09',
  member_tags: ['vip', 'a,b'],
  address: { line1: '14 Canal Street', city: 'New York' },
  tier_info: { loyalty_tier_id: 't1' },
  custom_attributes: { shoe_size: 39, flag: true },
};
const initial = toFormValues(member);

test('dates are given to be typed as the API takes them', () => {
  expect(initial.birthdate).toBe('02/09');
  expect(initial.anniversary_date).toBe('02/09/1988');
});

describe('memberChanges', () => {
  test('nothing changed, nothing sent', () => expect(memberChanges(initial, initial)).toEqual({}));

  test('only what changed is sent; the address whole; an emptied field as empty', () => {
    const values = {
      ...initial,
      first_name: '',
      last_name: ' Aalto ',
      address: { ...initial.address, line1: '15 Canal Street' },
      custom_attributes: [{ name: 'shoe_size', kind: 'number' as const, text: '40' }],
      current_tier_id: 't2',
      email_subscription_status: 'unsubscribed' as const,
    };
    expect(memberChanges(values, initial)).toEqual({
      first_name: '',
      last_name: 'Aalto',
      address: {
        line1: '15 Canal Street',
        line2: '',
        city: 'New York',
        state: '',
        postal_code: '',
        country: '',
      },
      custom_attributes: '{"shoe_size":40}',
      current_tier_id: 't2',
      email_subscription_status: 'unsubscribed',
    });
  });

  test('tags that somebody else put on or took off meanwhile are respected', () => {
    const values = { ...initial, member_tags: 'a,b, beta' };
    const { member_tags } = memberChanges(values, initial, ['vip', 'a,b', 'founder']);
    expect(member_tags).toEqual(['a,b', 'founder', 'beta']);
    expect(memberChanges(values, initial, []).member_tags).toEqual(['beta']);
  });
});

test('a new member is what the contract takes, without what was left empty', () => {
  const body = newMemberBody({ ...NEW_MEMBER, member_id: ' M-2 ', member_tags: 'vip, vip' });
  expect(body).toEqual({ member_id: 'M-2', member_status: 'active', member_tags: ['vip'] });
  expect(createMemberSchema.safeParse(body).success).toBe(true);
});
