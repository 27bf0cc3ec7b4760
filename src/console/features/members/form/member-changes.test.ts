import { describe, expect, test } from 'vitest';
import { createMemberSchema } from '#contract/loyalty/members/member-input.ts';
import { memberChanges, newMemberBody, undoChanges } from './member-changes.ts';
import { NEW_MEMBER, toFormValues } from './member-form-values.ts';

const initial = toFormValues({
  id: '1',
  member_id: 'M-1',
  member_status: 'active',
  first_name: 'Ines',
  instagram_handle: ' ines ',
  member_tags: ['vip', 'a,b'],
  address: { line1: '14 Canal Street', city: 'New York' },
  tier_info: { loyalty_tier_id: 't1' },
  referrer_code: 'AMARA',
  custom_attributes: { shoe_size: 39, flag: true },
});

describe('memberChanges', () => {
  test('are empty if nothing changed', () => expect(memberChanges(initial, initial)).toEqual({}));

  test('have a phone number in the format of the API, unless it is unchanged', () => {
    const stored = { ...initial, phone_number: '+49 30 901820' };
    expect(memberChanges({ ...stored, first_name: 'Ada' }, stored)).toEqual({ first_name: 'Ada' });
    for (const phone_number of ['+44 7700 900123', ' 0044 7700-900123']) {
      expect(memberChanges({ ...stored, phone_number }, stored)).toEqual({
        phone_number: '+44-7700900123',
      });
    }
    expect(memberChanges({ ...stored, phone_number: '' }, stored)).toEqual({ phone_number: '' });
  });

  test('have only changed fields, the whole address, and cleared fields as empty text', () => {
    const values = {
      ...initial,
      first_name: '',
      last_name: ' Aalto ',
      address: { ...initial.address, line1: '15 Canal Street' },
      custom_attributes: [{ name: 'shoe_size', kind: 'number' as const, text: '40' }],
      current_tier_id: 't2',
      email_subscription_status: 'unsubscribed' as const,
      referrer_code: 'NOAH',
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
      referral_code: 'NOAH',
    });
  });

  test('keep tags that someone else added and leave out tags they removed', () => {
    const values = { ...initial, member_tags: ['a,b', 'beta'] };
    const tagsBy = (member_tags: string[]) =>
      memberChanges(values, initial, { ...initial, member_tags }).member_tags;
    expect(tagsBy(['vip', 'a,b', 'founder'])).toEqual(['a,b', 'founder', 'beta']);
    expect(tagsBy([])).toEqual(['beta']);
  });

  test('keep address lines that someone else changed', () => {
    const values = { ...initial, address: { ...initial.address, line1: '15 Canal Street' } };
    const current = { ...initial, address: { ...initial.address, city: 'Boston' } };
    expect(memberChanges(values, initial, current).address).toMatchObject({
      line1: '15 Canal Street',
      city: 'Boston',
    });
  });
});

test('newMemberBody matches the contract and leaves out empty fields', () => {
  const body = newMemberBody({
    ...NEW_MEMBER,
    member_id: ' M-2 ',
    member_tags: ['vip'],
    referrer_code: 'NOAH',
  });
  expect(body).toEqual({
    member_id: 'M-2',
    member_status: 'active',
    member_tags: ['vip'],
    referrer_code: 'NOAH',
  });
  expect(createMemberSchema.safeParse(body).success).toBe(true);
});

describe('undoChanges', () => {
  const tags = (...member_tags: string[]) => ({ ...initial, member_tags });

  test('set back what was changed, and keep tags that were added since', () => {
    const after = { ...tags('vip', 'new'), first_name: 'Ina' };
    expect(undoChanges(initial, after)).toEqual({
      first_name: 'Ines',
      member_tags: ['vip', 'a,b'],
    });
    const now = tags('vip', 'new', 'theirs');
    expect(undoChanges(initial, after, now)?.member_tags).toEqual(['vip', 'theirs', 'a,b']);
  });

  test.each([
    ['a tier', { current_tier_id: 't2' }],
    ['a referrer', { referrer_code: 'NOAH' }],
    ['a subscription that was not sent', { email_subscription_status: 'subscribed' }],
    ['a new attribute', { custom_attributes: [{ name: 'x', kind: 'text' as const, text: 'y' }] }],
  ])("don't exist for %s", (_what, change) =>
    expect(undoChanges(initial, { ...initial, ...change })).toBeUndefined(),
  );
});
