import { LogOut } from 'lucide-react';
import { describe, expect, test } from 'vitest';
import { type CommandGroup, filterGroups, looksLikeMemberId } from './commands.ts';

const command = (name: string, keywords?: string) => ({
  name,
  icon: LogOut,
  run: () => {},
  ...(keywords === undefined ? {} : { keywords }),
});
const groups: CommandGroup[] = [
  { label: 'Pages', commands: [command('Email templates'), command('Members')] },
  { label: 'Actions', commands: [command('Add member'), command('Sign out', 'log')] },
];
const found = (text: string) =>
  filterGroups(groups, text).map(({ label, commands }) => [label, ...commands.map((c) => c.name)]);

describe('palette commands', () => {
  test('are found by any of their words and their keywords', () => {
    expect(found('mem')).toEqual([
      ['Pages', 'Members'],
      ['Actions', 'Add member'],
    ]);
    expect(found('member ADD')).toEqual([['Actions', 'Add member']]);
    expect(found('log out')).toEqual([['Actions', 'Sign out']]);
    expect(found('nothing')).toEqual([]);
    expect(found('  ')).toHaveLength(2);
  });

  test('of a search are not filtered again', () => {
    const results = { label: 'Members', isSearch: true, commands: [command('Ana Lima')] };
    expect(filterGroups([results], 'lima ana@x')).toEqual([results]);
  });
});

test.each([
  ['M-000042', true],
  ['0042', true],
  ['nobody', false],
  ['rohan35@example.test', false],
  ['add member 2', false],
])('%s as the ID of a member: %s', (text, expected) => {
  expect(looksLikeMemberId(text)).toBe(expected);
});
