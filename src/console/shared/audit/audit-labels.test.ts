import { expect, test } from 'vitest';
import {
  actionLabel,
  actionOptions,
  actorLabel,
  fieldLabel,
  subjectLabel,
  valueLabel,
} from './audit-labels.ts';

test('actionLabel says known actions in words and shows unknown ones', () => {
  expect(actionLabel('domain.create')).toBe('Added a domain');
  expect(actionLabel('api_key.revoke')).toBe('Api key: revoke');
});

test('actionOptions include the current action if it is unknown', () => {
  expect(actionOptions('tier.update').at(-1)).toEqual({
    value: 'tier.update',
    label: 'Tier: update',
  });
});

test('actorLabel says when no user made the change', () => {
  expect(actorLabel({ kind: 'user', id: '1', name: 'Ana' })).toBe('Ana');
  expect(actorLabel({ kind: 'client', id: '1', name: 'the shop' })).toBe('the shop (API key)');
  expect(actorLabel({ kind: 'command', id: 'x', name: 'ops' })).toBe('ops (command line)');
});

test('subjectLabel is the name, and for a job what it does', () => {
  expect(subjectLabel({ type: 'member', id: 'M-1', name: 'Ana' })).toBe('Ana');
  expect(subjectLabel({ type: 'job', id: '1', name: 'export' })).toBe('Export members');
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
