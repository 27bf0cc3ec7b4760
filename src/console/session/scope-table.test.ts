import { expect, test } from 'vitest';
import { listResourceAccess } from './scope-table.ts';

test('scopes are listed by resource, including those not granted', () => {
  const granted = ['identity', 'identity:write', 'boards:read', 'accounts:read', 'accounts:write'];
  expect(listResourceAccess(granted, ['boards:read', 'boards:write', 'domains:read'])).toEqual([
    { resource: 'accounts', read: true, write: true },
    { resource: 'boards', read: true, write: false },
    { resource: 'domains', read: false, write: false },
    { resource: 'identity', read: true, write: true },
  ]);
});
