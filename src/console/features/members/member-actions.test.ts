import { expect, test } from 'vitest';
import { actsFor } from './member-actions.ts';

const member = { id: '1', member_id: 'M-1' };

test.each([
  ['active', ['block', 'opt-out', 'delete']],
  ['blocked', ['reactivate', 'delete']],
  ['opted_out', ['reactivate', 'delete']],
  ['dormant', ['delete']],
])('from %s', (member_status, acts) => expect(actsFor({ ...member, member_status })).toEqual(acts));
