import { expect, test } from 'vitest';
import { memberName } from './member-name.ts';

test('a member has a name, even with a blank ID', () => {
  const member = { id: '7', member_id: 'M-7', member_status: 'active' };
  expect(memberName({ ...member, first_name: 'Ada', last_name: 'Marsh' })).toBe('Ada Marsh');
  expect(memberName({ ...member, email_address: 'ada@example.test' })).toBe('ada@example.test');
  expect(memberName(member)).toBe('M-7');
  expect(memberName({ ...member, member_id: '  ' })).toBe('Member 7');
});
