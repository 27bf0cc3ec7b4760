import { describe, expect, test } from 'vitest';
import { createMemberSchema, updateMemberSchema } from './member-input.ts';

function issuePaths(schema: typeof createMemberSchema | typeof updateMemberSchema, body: unknown) {
  const issues = schema.safeParse(body).error?.issues ?? [];
  return issues.map((issue) => issue.path.join('.'));
}

describe('creating a member', () => {
  test('trims the member_id', () => {
    const { member_id: id } = createMemberSchema.parse({ member_id: ' \u200bM-1\u00a0\n' });
    expect(id).toBe('M-1');
  });

  test('needs only a member_id and has defaults', () => {
    expect(createMemberSchema.parse({ member_id: 'M-1' })).toEqual({
      member_id: 'M-1',
      member_status: 'active',
      email_subscription_status: 'subscribed',
    });
  });

  test('normalizes values and drops unknown fields', () => {
    const member = createMemberSchema.parse({
      member_id: 'M-1',
      phone_number: '(555) 010-0200',
      birthdate: '02/29',
      anniversary_date: '06/01/2015',
      custom_attributes: '{"size":"M","scores":[1,2]}',
      available_points: 1_000_000,
    });
    expect(member).toMatchObject({
      phone_number: '+1-5550100200',
      birthdate: '1904-02-29',
      anniversary_date: '2015-06-01',
      custom_attributes: { size: 'M', scores: [1, 2] },
    });
    expect(member).not.toHaveProperty('available_points');
  });

  test('counts code points in names', () => {
    expect(
      issuePaths(createMemberSchema, { member_id: 'M-1', first_name: '😀'.repeat(99) }),
    ).toEqual([]);
  });

  test.each([
    ['member_id', {}],
    ['member_id', { member_id: '' }],
    ['member_id', { member_id: ' ' }],
    ['member_id', { member_id: '\u200b' }],
    ['member_id', { member_id: 'M\n4' }],
    ['member_id', { member_id: 'M\u00854' }],
    ['member_id', { member_id: 7 }],
    ['member_id', { member_id: 'M\0' }],
    ['first_name', { first_name: '😀'.repeat(100) }],
    ['last_name', { last_name: null }],
    ['email_address', { email_address: 'nobody' }],
    ['email_address', { email_address: '' }],
    ['phone_number', { phone_number: 'home' }],
    ['birthdate', { birthdate: '02/30/1990' }],
    ['anniversary_date', { anniversary_date: '1990-01-01' }],
    ['address', { address: 'Main Street 1' }],
    ['address.city', { address: { city: 1 } }],
    ['member_tags', { member_tags: 'vip' }],
    ['member_tags.1', { member_tags: ['vip', 1] }],
    ['member_status', { member_status: 'deleted' }],
    ['email_subscription_status', { email_subscription_status: 'maybe' }],
    ['current_tier_id', { current_tier_id: 3 }],
    ['custom_attributes', { custom_attributes: { size: 'M' } }],
    ['custom_attributes', { custom_attributes: '{"vip":true}' }],
  ])('rejects an invalid %s, naming it: %j', (field, body) => {
    const withId = field === 'member_id' ? body : { member_id: 'M-1', ...body };
    expect(issuePaths(createMemberSchema, withId)).toEqual([field]);
  });
});

describe('updating a member', () => {
  test('parses only the given fields', () => {
    expect(updateMemberSchema.parse({})).toEqual({});
    expect(updateMemberSchema.parse({ member_id: 'M-2', member_tags: [] })).toEqual({
      member_tags: [],
    });
  });

  test('clears a value with an empty string', () => {
    expect(
      updateMemberSchema.parse({ email_address: '', phone_number: '', birthdate: '' }),
    ).toEqual({ email_address: null, phone_number: null, birthdate: null });
  });

  test('names the values that a status can have', () => {
    const given = { member_status: 'gone', email_subscription_status: 'maybe' };
    expect(updateMemberSchema.safeParse(given).error?.issues.map(({ message }) => message)).toEqual(
      ['Use subscribed or unsubscribed', 'Use active, blocked, or opted_out'],
    );
  });

  test('says what is wrong with a value', () => {
    const result = updateMemberSchema.safeParse({ birthdate: '02/30', phone_number: '12' });
    expect(result.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['phone_number', expect.stringContaining('digits')],
      ['birthdate', expect.stringContaining('MM/DD/YYYY')],
    ]);
  });
});
