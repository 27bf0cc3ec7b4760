import { expect, test } from 'vitest';
import { memberFormSchema, newMemberFormSchema } from './member-form-schema.ts';
import { type MemberFormValues, NEW_MEMBER } from './member-form-values.ts';

const invalidFields = (schema: ReturnType<typeof memberFormSchema>, values: MemberFormValues) => [
  ...new Set(schema.safeParse(values).error?.issues.map(({ path }) => path.join('.'))),
];

test('a new member needs a member ID and values that match the contract', () => {
  const values: MemberFormValues = {
    ...NEW_MEMBER,
    email_address: 'ines@',
    phone_number: '12',
    birthdate: '02/30',
    anniversary_date: '02/09/2999',
    first_name: 'a'.repeat(100),
    address: { ...NEW_MEMBER.address, city: 'a'.repeat(300) },
    custom_attributes: [
      { name: 'size', kind: 'number', text: 'big' },
      { name: '', kind: 'text', text: 'north' },
      { name: '', kind: 'text', text: '' },
    ],
  };
  expect(invalidFields(newMemberFormSchema, values).sort()).toEqual([
    'address.city',
    'anniversary_date',
    'birthdate',
    'custom_attributes.0.text',
    'custom_attributes.1.name',
    'email_address',
    'first_name',
    'member_id',
    'phone_number',
  ]);
  expect(invalidFields(newMemberFormSchema, { ...NEW_MEMBER, member_id: 'M-1' })).toEqual([]);
  const dayFirst = { ...NEW_MEMBER, member_id: 'M-1', birthdate: '31/12/1980' };
  const [swapped] = newMemberFormSchema.safeParse(dayFirst).error?.issues ?? [];
  expect(swapped?.message).toBe('Enter a date as MM/DD/YYYY or MM/DD. Did you mean 12/31/1980?');
  const [missing] = newMemberFormSchema.safeParse(NEW_MEMBER).error?.issues ?? [];
  expect(missing).toMatchObject({ path: ['member_id'], message: 'Enter a member ID' });
});

test('an unchanged field may have an invalid value', () => {
  const initial = { ...NEW_MEMBER, member_id: 'M-1', phone_number: 'ask reception' };
  const schema = memberFormSchema(initial);
  expect(invalidFields(schema, { ...initial, first_name: 'Ines' })).toEqual([]);
  expect(invalidFields(schema, { ...initial, phone_number: 'ask again' })).toEqual([
    'phone_number',
  ]);
});

test('a tier and a referrer can be changed but not removed', () => {
  const initial = { ...NEW_MEMBER, member_id: 'M-1', current_tier_id: 't1', referrer_code: 'NOAH' };
  const schema = memberFormSchema(initial);
  expect(invalidFields(schema, initial)).toEqual([]);
  expect(invalidFields(schema, { ...initial, current_tier_id: ' ', referrer_code: '' })).toEqual([
    'current_tier_id',
    'referrer_code',
  ]);
  const tooLong = { ...initial, referrer_code: 'A'.repeat(300), member_tags: ['a'.repeat(300)] };
  expect(invalidFields(schema, tooLong)).toEqual(['member_tags', 'referrer_code']);
});
