import { expect, test } from 'vitest';
import { isScope, SCOPES, TEAM_SCOPES, USER_SCOPES } from './scopes.ts';

test('the scopes are 34 read and write pairs, four read-only ones and two for identity, without duplicates', () => {
  expect(SCOPES).toHaveLength(34 * 2 + 4 + 2);
  expect(new Set(SCOPES).size).toBe(SCOPES.length);
});

test('user scopes are separate from team scopes', () => {
  expect(USER_SCOPES.every(isScope)).toBe(true);
  expect(TEAM_SCOPES).toHaveLength(SCOPES.length - USER_SCOPES.length);
  expect(TEAM_SCOPES).toContain('accounts:write');
  expect(TEAM_SCOPES).not.toContain('identity:write');
});

test.each(['', 'accounts', 'activities:write', 'identity:read', '__proto__'])(
  '%o is not a scope',
  (word) => {
    expect(isScope(word)).toBe(false);
  },
);
