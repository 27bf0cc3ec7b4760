import { expect, test } from 'vitest';
import type { AuditEvent } from '#contract/audit/audit-events.ts';
import { eventSentence } from './audit-sentence.ts';

type Change = [field: string, before: unknown, after: unknown];

const event = (
  action: string,
  subject: Pick<AuditEvent['subject'], 'type' | 'name'>,
  ...changes: Change[]
): AuditEvent => ({
  id: '1',
  at: '2026-11-22T10:00:00Z',
  actor: { kind: 'user', id: '1', name: 'Ana' },
  action,
  subject: { id: '7', ...subject },
  changes: changes.map(([field, before, after]) => ({ field, before, after })),
  request_id: null,
  ip: null,
});

const nia = { type: 'person', name: 'Nia Cole' };
const ada = { type: 'member', name: 'Ada Marsh' };
const job = (name: string) => ({ type: 'job', name });

test.each<[AuditEvent, string]>([
  [
    event('person.update', nia, ['role', 'Viewer', 'Administrator']),
    'Changed the role of Nia Cole from Viewer to Administrator',
  ],
  [
    event(
      'invitation.create',
      { type: 'invitation', name: 'ben@brand.test' },
      ['email', null, 'ben@brand.test'],
      ['role', null, 'Viewer'],
    ),
    'Invited ben@brand.test as Viewer',
  ],
  [event('person.delete', nia, ['role', 'Viewer', null]), 'Removed Nia Cole from the team'],
  [
    event('member.update', ada, ['member_status', 'active', 'blocked']),
    'Changed Ada Marsh: Status from Active to Blocked',
  ],
  [
    event(
      'member.update',
      ada,
      ['current_tier', 'Silver', 'Gold'],
      ['current_tier_id', 'S-1', 'S-2'],
    ),
    'Changed Ada Marsh: Tier from Silver to Gold',
  ],
  [
    event('member.update', ada, ['first_name', undefined, 'Ada'], ['city', '', 'x'.repeat(99)]),
    `Changed Ada Marsh: First name to Ada, City from — to ${'x'.repeat(39)}…`,
  ],
  [
    event('member.update', ada, ['first_name', 'A', 'B'], ['city', 'C', 'D'], ['gender', 'E', 'F']),
    'Changed Ada Marsh: First name, City and 1 more field',
  ],
  [event('points.adjust', ada, ['points', null, -200]), 'Adjusted the points of Ada Marsh: −200'],
  [
    event(
      'job.create',
      job('change'),
      ['total', null, 1200],
      ['change', null, { add_tags: ['a'] }],
    ),
    'Started “Add tags: a” for 1,200 members',
  ],
  [event('job.create', job('export'), ['total', null, 1]), 'Started “Export members” for 1 member'],
  [event('job.download', job('change')), 'Downloaded the results of “Change members”'],
  [event('audit_log.download', { type: 'audit_log', name: 'Audit log' }), 'Exported the audit log'],
  [event('member.delete', { type: 'member', name: '$& {}' }), 'Deleted the member $& {}'],
  [event('api_key.revoke', { type: 'api_key', name: 'shop' }), 'Api key: revoke: shop'],
])('%# says what was changed, from what to what', (given, sentence) => {
  expect(eventSentence(given)).toBe(sentence);
});
