import { describe, expect, test } from 'vitest';
import type { Member } from '#contract/loyalty/members/member.ts';
import { changesSince } from './member-changes-since.ts';

const member: Member = {
  id: '1',
  member_id: 'M-1',
  member_status: 'blocked',
  first_name: '',
  member_tags: ['vip', 'paid'],
  revenue: 548.94,
  last_purchase_date: '2026-11-09T23:25:19.411Z',
  last_modified_date: '2026-11-22T00:00:00Z',
  available_points: 1450,
  address: { city: 'Lyon' },
};
const changes = (attributes: Record<string, unknown>, title = 'Member at the time') =>
  changesSince({ title, attributes }, member);

describe('changes since an event', () => {
  test('are the values that the member no longer has', () => {
    expect(changes({ member_id: 'M-1', member_status: 'active', available_points: 1200 })).toEqual([
      { name: 'member_status', before: 'active', now: 'blocked' },
      { name: 'available_points', before: 1200, now: 1450 },
    ]);
    expect(changes({ first_name: 'Ines' })).toEqual([
      { name: 'first_name', before: 'Ines', now: '' },
    ]);
    expect(changes({ city: 'Paris' }, 'Address')).toMatchObject([{ now: 'Lyon' }]);
  });

  test.each([
    ['revenue', 549],
    ['member_tags', 'paid, vip'],
    ['member_tags', ['paid', 'vip']],
    ['last_purchase_date', '11/09/2026 23:25:19'],
    ['last_modified_date', '11/01/2026 00:00:00'],
    ['points_onhold', 100],
  ])('leave out %s %j: the value is equal or not comparable', (name, before) => {
    expect(changes({ [name]: before })).toEqual([]);
  });
});
