import { expect, test } from 'vitest';
import {
  actionLabel,
  actionOptions,
  actorLabel,
  eventActorLabel,
  eventLabel,
  fieldLabel,
  namedChanges,
  valueLabel,
} from './audit-labels.ts';

test('actionLabel says known actions in words and shows unknown ones', () => {
  expect(actionLabel('domain.create')).toBe('Added a domain');
  expect(actionLabel('tier.update')).toBe('Tier: update');
});

test('actionOptions include the current action if it is unknown', () => {
  expect(actionOptions('tier.update').at(-1)).toEqual({
    value: 'tier.update',
    label: 'Tier: update',
    group: 'Other',
  });
});

test('actorLabel says when no user made the change', () => {
  expect(actorLabel({ kind: 'user', id: '1', name: 'Ana' })).toBe('Ana');
  expect(actorLabel({ kind: 'client', id: '1', name: 'the shop' })).toBe('the shop (API key)');
  expect(actorLabel({ kind: 'client', id: 'export_token_1', name: 'Auditor' })).toBe(
    'Auditor (export token)',
  );
  expect(actorLabel({ kind: 'client', id: '1', name: '' })).toBe('API key');
  expect(actorLabel({ kind: 'command', id: 'x', name: 'ops' })).toBe('ops (command line)');
});

test('eventLabel says how many points', () => {
  const change = (after: number) => ({ changes: [{ field: 'points', before: null, after }] });
  expect(eventLabel({ action: 'points.adjust', ...change(1500) })).toBe('Adjusted points: +1,500');
  expect(eventLabel({ action: 'points.adjust', ...change(-200) })).toBe('Adjusted points: −200');
  expect(eventLabel({ action: 'points.deduct', ...change(200) })).toBe('Deducted points: 200');
  expect(eventLabel({ action: 'points.adjust', changes: [] })).toBe('Adjusted points');
});

test('eventActorLabel says when a job made the change', () => {
  const event = {
    id: '1',
    at: '2026-11-22T10:00:00Z',
    actor: { kind: 'user', id: '1', name: 'Ana' },
    action: 'member.update',
    subject: { type: 'member', id: 'M-1', name: 'Jo' },
    changes: [],
    request_id: 'member-job-7',
    ip: null,
  };
  expect(eventActorLabel(event)).toBe('Ana (job)');
  expect(eventActorLabel({ ...event, ip: '203.0.113.9' })).toBe('Ana');
});

test('namedChanges leaves out an ID whose name is there', () => {
  const change = (field: string) => ({ field, before: null, after: 'x' });
  const changes = ['tier', 'tier_id', 'member_id', 'first_name'].map(change);
  expect(namedChanges({ changes }).map(({ field }) => field)).toEqual([
    'tier',
    'member_id',
    'first_name',
  ]);
});

test('valueLabel shows any value as text', () => {
  const change = { add_tags: ['a', 'b'], member_status: 'opted_out' };
  const values = [null, '', [], {}, ['a', 'b'], 5, false, change];
  expect(values.map((value) => valueLabel(value))).toEqual([
    '—',
    '—',
    '—',
    '—',
    'a, b',
    '5',
    'false',
    'Add tags: a, b; Status: Opted out',
  ]);
});

test('fieldLabel and valueLabel say fields and fixed values in words', () => {
  expect(fieldLabel('first_name')).toBe('First name');
  expect(fieldLabel('member_status')).toBe('Status');
  expect(fieldLabel('custom_attributes.shoe size')).toBe('shoe size');
  expect(valueLabel('opted_out', 'member_status')).toBe('Opted out');
  expect(valueLabel('opted_out', 'first_name')).toBe('opted_out');
});

test('valueLabel names tiers and separates the thousands of amounts', () => {
  const filter = { tier: ['S-2', 'S-9'], points_min: 3546, status: ['opted_out'] };
  const tierNames = new Map([['S-2', 'Gold']]);
  expect(valueLabel(filter, 'filter', tierNames)).toBe(
    'Tier: Gold, S-9; Points min: 3,546; Status: Opted out',
  );
  expect(valueLabel(4813, 'total')).toBe('4,813');
  expect(valueLabel(4813, 'default_experience_id')).toBe('4813');
});

test('valueLabel describes the points of a job', () => {
  const change = { points: { points: 50, reason: 'Goodwill' } };
  expect(valueLabel(change, 'change')).toBe('Points: +50, “Goodwill”');
});
