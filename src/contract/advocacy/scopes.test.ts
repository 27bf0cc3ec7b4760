import { expect, test } from 'vitest';
import { isScope, PERSONAL_SCOPES, SCOPES, TEAM_SCOPES } from './scopes.ts';

test('lists 34 pairs, four that only read and two of identity, each once', () => {
  expect(SCOPES).toHaveLength(34 * 2 + 4 + 2);
  expect(new Set(SCOPES).size).toBe(SCOPES.length);
});

test('tells the personal ones from those of a team', () => {
  expect(PERSONAL_SCOPES.every(isScope)).toBe(true);
  expect(TEAM_SCOPES).toHaveLength(SCOPES.length - PERSONAL_SCOPES.length);
  expect(TEAM_SCOPES).toContain('accounts:write');
  expect(TEAM_SCOPES).not.toContain('identity:write');
});

test.each(['', 'accounts', 'activities:write', 'identity:read', '__proto__'])(
  'does not know %o',
  (word) => {
    expect(isScope(word)).toBe(false);
  },
);
