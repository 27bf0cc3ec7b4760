import { expect, test } from 'vitest';
import { actionOptions } from '#console/shared/audit/audit-labels.ts';
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
    'Ana changed the role of Nia Cole from Viewer to Administrator',
  ],
  [
    event(
      'invitation.create',
      { type: 'invitation', name: 'ben@brand.test' },
      ['email', null, 'ben@brand.test'],
      ['role', null, 'Viewer'],
    ),
    'Ana invited ben@brand.test as Viewer',
  ],
  [
    event('invitation.accept', { type: 'invitation', name: 'a@b.test' }, ['role', null, 'Viewer']),
    'Ana joined the team as Viewer',
  ],
  [
    {
      ...event('person.update', nia, ['role', 'Administrator', 'Viewer']),
      subject: { type: 'user', id: '1', name: 'Ana' },
    },
    'Ana changed their own role from Administrator to Viewer',
  ],
  [
    event('person.update', nia, ['group', null, 'Marketing']),
    'Ana set the group of Nia Cole to Marketing',
  ],
  [
    event('person.update', nia, ['group', 'Marketing', '*']),
    'Ana changed the group of Nia Cole from Marketing to Everybody',
  ],
  [event('person.keep', nia), 'Ana kept Nia Cole as the last administrator'],
  [event('person.delete', nia, ['role', 'Viewer', null]), 'Ana removed Nia Cole from the team'],
  [
    event('account.reauthorize', { type: 'account', name: 'Northwind (Instagram @northwind)' }),
    'Ana reauthorized Northwind (Instagram @northwind)',
  ],
  [
    event('member.update', ada, ['member_status', 'active', 'blocked']),
    'Ana changed the status of Ada Marsh from Active to Blocked',
  ],
  [
    event('member.update', ada, ['tier', 'Silver', 'Gold'], ['tier_id', 'S-1', 'S-2']),
    'Ana changed the tier of Ada Marsh from Silver to Gold',
  ],
  [
    event('member.update', ada, ['first_name', undefined, 'Ada']),
    'Ana set the first name of Ada Marsh to Ada',
  ],
  [
    event('member.update', ada, ['city', 'x'.repeat(99), '']),
    `Ana removed the city of Ada Marsh (${'x'.repeat(39)}…)`,
  ],
  [
    event('member.update', ada, ['custom_attributes.Size {}', 'M', 'L {}']),
    'Ana changed the Size {} of Ada Marsh from M to L {}',
  ],
  [
    event('member.update', ada, ['member_tags', ['old'], ['old', 'vip', 'new']]),
    'Ana added the tags “vip”, “new” to Ada Marsh',
  ],
  [
    event('member.update', ada, ['member_tags', ['old'], []]),
    'Ana removed the tag “old” from Ada Marsh',
  ],
  [
    event(
      'member.update',
      ada,
      ['first_name', 'A', 'B'],
      ['city', 'C', 'D'],
      ['gender', 'E', 'F'],
      ['state', 'G', 'H'],
      ['country', 'I', 'J'],
    ),
    'Ana changed the first name, city, gender, and 2 other fields of Ada Marsh',
  ],
  [
    event('points.adjust', ada, ['points', null, -200], ['reason', null, 'Goodwill']),
    'Ana adjusted the points of Ada Marsh: −200, “Goodwill”',
  ],
  [
    event(
      'job.create',
      job('change'),
      ['total', null, 1200],
      ['change', null, { add_tags: ['a'] }],
    ),
    'Ana started “Add tags: a” for 1,200 members',
  ],
  [
    event('job.create', job('export'), ['total', null, 1]),
    'Ana started “Export members” for 1 member',
  ],
  [
    event(
      'job.create',
      job('change'),
      ['total', null, 490],
      ['undo_of', null, '7'],
      ['change', null, { points: { points: -500, reason: 'x' } }],
    ),
    'Ana undid “Adjust points by −500” for 490 members',
  ],
  [
    event('job.create', job('change'), ['total', null, 2], ['undo_of', null, '7']),
    'Ana undid “the points of an import” for 2 members',
  ],
  [
    event('job.cancel', job('change'), ['change', null, { add_tags: ['vip'] }]),
    'Ana stopped “Add tags: vip”',
  ],
  [
    event('webhook.rotate_secret', { type: 'webhook', name: 'https://brand.test/in' }),
    'Ana replaced the secret of the webhook https://brand.test/in',
  ],
  [
    event('webhook.retry', { type: 'webhook', name: 'https://brand.test/in' }),
    'Ana sent events to the webhook https://brand.test/in again',
  ],
  [
    event('webhook.test', { type: 'webhook', name: 'https://brand.test/in' }),
    'Ana sent a test event to the webhook https://brand.test/in',
  ],
  [
    event(
      'point_value.update',
      { type: 'point_value', name: 'Value of a point' },
      ['amount', null, 0.01],
      ['currency', null, 'USD'],
    ),
    'Ana set the value of a point to $0.01',
  ],
  [
    event('point_value.update', { type: 'point_value', name: 'Value of a point' }, [
      'amount',
      0.01,
      0.025,
    ]),
    'Ana changed the value of a point from 0.01 to 0.025',
  ],
  [
    event(
      'webhook.resend',
      { type: 'webhook', name: 'https://brand.test/in' },
      ['since', null, '2026-11-22T10:00:00Z'],
      ['events', null, 3],
    ),
    'Ana sent events to the webhook https://brand.test/in again: 3 events',
  ],
  [
    event('campaign.enter', { type: 'campaign', name: 'Spring' }, ['member_ids', null, ['M-1']]),
    'Ana entered members into the campaign “Spring”: 1 member',
  ],
  [event('job.create', job('import')), 'Ana uploaded a file of members to check'],
  [
    event('job.start', job('import'), ['create', null, 3], ['update', null, 1]),
    'Ana started an import: 3 new members, 1 update',
  ],
  [event('job.cancel', job('import')), 'Ana stopped “Import members”'],
  [event('job.download', job('change')), 'Ana downloaded the results of “Change members”'],
  [
    event('points_owed.download', { type: 'points_owed', name: 'Points owed' }, [
      'filters',
      null,
      ['q', 'tag'],
    ]),
    'Ana exported points owed',
  ],
  [
    event('points_statement.download', { type: 'points_statement', name: 'Points statement' }),
    'Ana exported the points statement',
  ],
  [
    event('audit_log.download', { type: 'audit_log', name: 'Audit log' }),
    'Ana exported the audit log',
  ],
  [event('member.delete', { type: 'member', name: '$& {}' }), 'Ana deleted the member $& {}'],
  [event('api_key.revoke', { type: 'api_key', name: 'shop' }), 'Ana revoked the API key shop'],
  [event('api_key.frob', { type: 'api_key', name: 'shop' }), 'Ana (Api key: frob) shop'],
])('%# says who did what to which item, from what to what', (given, sentence) => {
  expect(eventSentence(given)).toBe(sentence);
});

test.each(actionOptions(undefined))('$value has a sentence', ({ value }) => {
  const [type = ''] = value.split('.');
  expect(eventSentence(event(value, { type, name: 'Item' }))).toMatch(/^Ana [a-z]/);
});
