import { expect, test } from 'vitest';
import type { AuditEvent } from '#contract/audit/audit-events.ts';
import { joinedLabels } from './joined-people.ts';

const event = (name: string, changes: AuditEvent['changes']) =>
  ({ actor: { name }, subject: { name: 'nia@brand.test' }, changes }) as unknown as AuditEvent;

test('an accepted invitation names the person and their role', () => {
  expect(joinedLabels(event('Nia Cole', [{ field: 'role', after: 'Viewer' }]))).toEqual({
    title: 'Nia Cole accepted the invitation to the team',
    detail: 'Their role is Viewer.',
  });
});

test('an accepted invitation without a name or a new role shows the address alone', () => {
  expect(joinedLabels(event('', []))).toEqual({
    title: 'nia@brand.test accepted the invitation to the team',
    detail: undefined,
  });
});
