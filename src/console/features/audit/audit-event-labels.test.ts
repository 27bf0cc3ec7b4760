import { expect, test } from 'vitest';
import { eventValueLabel, subjectLabel } from './audit-event-labels.ts';

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
