import { expect, test } from 'vitest';
import type { AuditEvent } from '#contract/audit/audit-events.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { findUndoConflicts, planUndo, undoBody } from './undo-member-change.ts';

const member: Member = {
  id: '1',
  member_id: 'M-1',
  member_status: 'blocked',
  first_name: 'Jo',
  birthdate: '02/09/1990',
  address: { line1: '2 New Street', city: 'Rome' },
  member_tags: ['vip', 'winter'],
  custom_attributes: { size: 'L' },
};

function eventOf(changes: AuditEvent['changes'], action = 'member.update'): AuditEvent {
  return {
    id: '1',
    at: '2026-11-22T10:00:00Z',
    actor: { kind: 'user', id: '1', name: 'Ana' },
    action,
    subject: { type: 'member', id: 'M-1', name: 'Jo' },
    changes,
    request_id: null,
    ip: null,
  };
}

const change = (field: string, before: unknown, after: unknown) => ({ field, before, after });

test('planUndo names what goes back, and what stays', () => {
  const event = eventOf([
    change('member_status', 'active', 'blocked'),
    change('tier_id', 1, 2),
    change('custom_attributes.size', null, 'L'),
  ]);
  expect(planUndo(event)).toEqual({
    steps: [{ label: 'Status', from: 'Blocked', to: 'Active' }],
    kept: ['Tier', 'size'],
  });
});

test('a tier goes back by its ID, because names can repeat', () => {
  const event = eventOf([change('tier', 'Silver', 'Gold'), change('tier_id', 'T-2', 'T-3')]);
  expect(planUndo(event)).toEqual({
    steps: [{ label: 'Tier', from: 'Gold', to: 'Silver' }],
    kept: [],
    note: 'The time in the tier starts again.',
  });
  const inGold = {
    ...member,
    tier_info: { loyalty_tier_id: 'T-3', loyalty_tier_name: 'Gold' },
  } as Member;
  expect(findUndoConflicts(event, inGold)).toEqual([]);
  expect(undoBody(event, inGold)).toEqual({ current_tier_id: 'T-2' });
  const inOther = {
    ...member,
    tier_info: { loyalty_tier_id: 'T-4', loyalty_tier_name: 'Gold' },
  } as Member;
  expect(findUndoConflicts(event, inOther)).toEqual(['Tier is now Gold.']);
  const first = eventOf([change('tier', null, 'Gold'), change('tier_id', null, 'T-3')]);
  expect(planUndo(first)).toBeUndefined();
});

test('planUndo has nothing for other events, or without a value before', () => {
  expect(planUndo(eventOf([change('first_name', null, 'Jo')], 'member.create'))).toBeUndefined();
  expect(planUndo(eventOf([change('first_name', undefined, 'Jo')]))).toBeUndefined();
  expect(planUndo(eventOf([change('tier_id', 1, 2)]))).toBeUndefined();
});

test('findUndoConflicts finds values that changed again, in any format', () => {
  const undone = eventOf([
    change('birthdate', null, '1990-02-09'),
    change('first_name', 'Joe', 'Jo'),
    change('address_line1', '1 Old Street', '2 New Street'),
    change('custom_attributes.size', 'M', 'L'),
  ]);
  expect(findUndoConflicts(undone, member)).toEqual([]);
  const changedAgain = eventOf([change('first_name', 'Joe', 'Joanna')]);
  expect(findUndoConflicts(changedAgain, member)).toEqual(['First name is now Jo.']);
});

test('tags that were added since are kept, and an undone tag is a conflict', () => {
  const added = eventOf([change('member_tags', ['new'], ['vip'])]);
  expect(findUndoConflicts(added, member)).toEqual([]);
  expect(undoBody(added, member)).toEqual({ member_tags: ['winter', 'new'] });
  const removed = eventOf([change('member_tags', ['vip'], [])]);
  expect(findUndoConflicts(removed, member)).toEqual(['Tags are now vip, winter.']);
});

test('undoBody has the values before in the formats of an update', () => {
  const event = eventOf([
    change('birthdate', '1904-02-08', '1990-02-09'),
    change('email_address', null, 'jo@example.test'),
    change('member_status', 'active', 'blocked'),
    change('city', 'Paris', 'Rome'),
    change('custom_attributes.size', 'M', 'L'),
    change('tier_id', 1, 2),
  ]);
  expect(undoBody(event, member)).toEqual({
    birthdate: '02/08/1904',
    email_address: '',
    member_status: 'active',
    address: { line1: '2 New Street', city: 'Paris' },
    custom_attributes: '{"size":"M"}',
  });
});
