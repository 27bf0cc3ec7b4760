import { describe, expect, test } from 'vitest';
import { isDecidedByMembership, sectionsOf } from './sections.ts';

const advocacy = { baseUrl: '/a', authorizeUrl: '/a', tokenUrl: '/a', clientId: 'console' };
const loyalty = { baseUrl: '/teams/{team_id}', access: 'gateway' as const };

describe('sections of a deployment', () => {
  test('are those whose scopes the console asks for', () => {
    const scopes = ['identity', 'accounts:read', 'domains:write'];
    expect(sectionsOf({ advocacy: { ...advocacy, scopes }, loyalty })).toEqual({
      accounts: true,
      boards: false,
      domains: false,
      emailTemplates: true,
      loyalty: true,
    });
  });

  test('of a brand with one of the services are that one’s', () => {
    const own = sectionsOf({ advocacy: { ...advocacy, scopes: ['identity'] }, loyalty });
    expect(Object.entries(own).filter(([, has]) => has)).toEqual([['loyalty', true]]);
    const scopes = ['accounts:read', 'boards:read', 'domains:read'];
    const others = sectionsOf({ advocacy: { ...advocacy, scopes } });
    expect(Object.entries(others).filter(([, has]) => !has)).toEqual([['loyalty', false]]);
  });
});

describe('scopes of the gateway', () => {
  test.each([
    ['teams:read', ['identity', 'accounts:read'], true],
    ['webhooks:write', ['teams:read'], true],
    ['teams:write', ['teams:read'], false],
    ['accounts:read', ['identity'], false],
  ])('%s with %j asked for: membership decides: %s', (scope, requested, expected) => {
    expect(isDecidedByMembership(scope, requested)).toBe(expected);
  });
});
