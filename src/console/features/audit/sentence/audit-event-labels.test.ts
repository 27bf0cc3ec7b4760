import { expect, test } from 'vitest';
import type { AuditEvent } from '#contract/audit/audit-events.ts';
import { eventValueLabel, findSameNames, subjectLabel } from './audit-event-labels.ts';

const CAMPAIGN = 'event_campaign_entered';

test('subjectLabel is the name, in words for a job and for webhook events', () => {
  expect(subjectLabel({ type: 'member', id: 'M-1', name: 'Ana' })).toBe('Ana');
  expect(subjectLabel({ type: 'job', id: '1', name: 'export' })).toBe('Export members');
  expect(subjectLabel({ type: 'webhook_test', id: CAMPAIGN, name: CAMPAIGN })).toBe(
    'Campaign entered',
  );
  expect(subjectLabel({ type: 'webhook_replay', id: '7', name: '7' })).toBe('Replay 7');
});

test('eventValueLabel says types of events in words', () => {
  expect(eventValueLabel('webhook_test.send', CAMPAIGN, 'event_type')).toBe('Campaign entered');
  expect(eventValueLabel('points.adjust', -5, 'points')).toBe('−5');
});

test('findSameNames finds members whose names another one has, too', () => {
  const event = (id: string, type: string, subjectId: string, name: string): AuditEvent => ({
    id,
    at: '2026-11-22T10:00:00Z',
    actor: { kind: 'user', id: '1', name: 'Ana' },
    action: `${type}.update`,
    subject: { type, id: subjectId, name },
    changes: [],
    request_id: null,
    ip: null,
  });
  const events = [
    event('1', 'member', 'M-1', 'Tess Tran'),
    event('2', 'member', 'M-2', 'Tess Tran'),
    event('3', 'member', 'M-3', 'Uwe Kühn'),
    event('4', 'member', 'M-3', 'Uwe Kühn'),
    event('5', 'account', 'M-4', 'Uwe Kühn'),
  ];
  expect([...findSameNames(events)]).toEqual(['1', '2']);
});
